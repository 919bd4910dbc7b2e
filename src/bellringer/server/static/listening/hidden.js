// A page that nobody looks at: it has no stream of its own, since browsers open six connections to a server at most. All
// hidden pages of a browser share one (worker.js); where they can share nothing, each asks by a plain request a minute.
// So does a page whose worker says nothing: a browser may hold it back, and does not always tell that it has failed.

const MINUTE = 60000; // milliseconds between plain requests
const SILENT = 10000; // milliseconds until a page no longer waits for a worker's first word
const AGAIN = 5000; // milliseconds until what could not be fetched is fetched again
let worker = null, isHidden = false, last = "", next = null, again = null;

// The page is hidden from now on. `catchUp`: fetches what the page lacks, whenever something waits that did not before;
// `ready`: is called when the server knows that the page is there, though it is hidden.
export function hide(table, catchUp, ready) {
  isHidden = true;
  last = "";
  const hear = (waits) => {
    ready();
    if (!isHidden || waits === last) return;
    last = waits;
    if (waits !== "null") fetchNews(catchUp);
  };
  const askAlone = () => { if (isHidden) askPlainly(table, hear); };
  worker ??= shared();
  if (!worker || worker.hasFailed) return askAlone();
  worker.onerror = () => {
    worker.hasFailed = true; // as where a browser knows no modules there
    askAlone();
  };
  worker.port.onmessage = ({ data: { waits } }) => {
    clearTimeout(next); // it is there, and asks for all
    if (waits !== undefined) hear(waits);
    if (isHidden) tell(table); // it answers, and so is not frozen
  };
  next = setTimeout(askAlone, SILENT);
  tell(table);
}

// It is in sight again, or closed.
export function show(table) {
  if (!isHidden) return;
  isHidden = false;
  clearTimeout(next);
  clearTimeout(again);
  tell(table);
}

const tell = (table) => worker?.port.postMessage({ table, isHidden });

function shared() {
  try {
    return new SharedWorker(new URL("worker.js", import.meta.url), { type: "module" });
  } catch {
    return null; // a browser has none, or allows none here
  }
}

async function fetchNews(catchUp) {
  clearTimeout(again);
  if (!(await catchUp()) && isHidden) again = setTimeout(fetchNews, AGAIN, catchUp);
}

async function askPlainly(table, hear) {
  clearTimeout(next);
  next = setTimeout(askPlainly, MINUTE, table, hear);
  try {
    const answer = await fetch(`/asked?${new URLSearchParams({ at: table })}`);
    if (answer.ok && isHidden) hear(JSON.stringify((await answer.json())[table] ?? null));
  } catch { /* the server is away; a minute later it may be back */ }
}
