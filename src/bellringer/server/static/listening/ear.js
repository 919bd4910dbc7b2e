// An event stream that is known to be alive: the server begins it with a sign of life and sends one every five seconds
// (PING in web/streams.py), which a proxy on the way may hold back without a word.

const FIRST = 6000, QUIET = 16000; // milliseconds until the first sign, and between two
const LATE = 500; // milliseconds in which what has come already may still be told, by a browser that was busy

// Listen at an address. `message`: is called with the text and the number of each; `alive`: with each sign of life;
// `end`: with whether there ever was one, and whether it has only become silent. What is returned ends it without a word.
export function listen(address, { message, alive, end }) {
  const stream = new EventSource(address);
  let watch = null, hasLived = false;
  function stop() {
    clearTimeout(watch);
    stream.close();
  }
  function fail(isSilent) {
    stop();
    end({ hasLived, isSilent });
  }
  function expect(patience) {
    clearTimeout(watch);
    watch = setTimeout(() => { watch = setTimeout(fail, LATE, true); }, patience);
  }
  function live() {
    hasLived = true;
    expect(QUIET);
    alive();
  }
  stream.addEventListener("alive", live);
  stream.addEventListener("message", ({ data, lastEventId }) => {
    live();
    message(data, lastEventId);
  });
  stream.addEventListener("error", () => fail(false));
  expect(FIRST);
  return stop;
}
