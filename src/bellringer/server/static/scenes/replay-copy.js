// The button that copies the address of what a replay shows.

export function copies(beforeIt = () => {}) {
  const button = document.getElementById("copy-link");
  if (!navigator.clipboard) return void button.remove(); // the address can be copied from where it stands
  button.addEventListener("click", async () => {
    beforeIt();
    await navigator.clipboard.writeText(location.href);
    const said = button.querySelector(".tool-words"), before = said.textContent;
    if (before === button.dataset.done) return;
    said.textContent = document.getElementById("aloud").textContent = button.dataset.done;
    setTimeout(() => { said.textContent = before; }, 2000);
  });
}
