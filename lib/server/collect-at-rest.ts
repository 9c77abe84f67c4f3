import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 5_000;
/** The share of one core below which a process is at rest; an idle one uses less. */
const BUSY_SHARE = 0.05;
/** The number of looks at rest after which V8 gives back the pages that it keeps for the next busy time. */
const LOOKS_UNTIL_GIVEN_BACK = 6;
/** Giving back takes about 3 ms for each MB in use, in which the process does nothing else. */
const MOST_BYTES = 128 * 1024 ** 2;
const GIVING_BACK = { type: "major", execution: "sync", flavor: "last-resort" } as const;

/**
 * Collects all garbage whenever the process comes to rest, first of all after its start. V8 keeps the garbage that a
 * busy time has left until memory is short, which on a machine with free memory is never: a third of the process. After
 * half a minute at rest, the empty pages go back to the machine.
 */
export function collectAtRest(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (how?: typeof GIVING_BACK) => void;
  let before = process.cpuUsage();
  let looksAtRest = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isBusy = user + system > BUSY_SHARE * LOOK_MS * 1_000;
    looksAtRest = isBusy ? 0 : looksAtRest + 1;
    if (looksAtRest === 1) collect();
    if (looksAtRest === LOOKS_UNTIL_GIVEN_BACK && process.memoryUsage().heapUsed < MOST_BYTES) collect(GIVING_BACK);
    before = process.cpuUsage();
  }, LOOK_MS).unref();
}
