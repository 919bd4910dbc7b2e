// The button that copies the address of what a replay shows.

export function copies(beforeIt = () => {}) {
  const button = document.getElementById("copy-link");
  if (!navigator.clipboard) return void button.remove(); // the address can be copied from where it stands
  button.addEventListener("click", async () => {
    beforeIt();
    await navigator.clipboard.writeText(location.href);
    document.getElementById("aloud").textContent = button.dataset.done;
    button.classList.add("is-done");
    setTimeout(() => button.classList.remove("is-done"), 2000);
  });
}
