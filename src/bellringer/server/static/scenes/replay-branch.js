// The page of a branch: its moves are those of a table (table.js, hands.js), each a way to another page.

import { copies } from "./replay-copy.js";

copies();
