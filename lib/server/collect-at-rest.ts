import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 5_000;
/** Of one core; an idle process uses less. */
const BUSY_SHARE = 0.05;

/**
 * Collects all garbage whenever the process comes to rest, first of all after its start. V8 keeps the garbage that a
 * busy time has left until memory is short, which on a machine with free memory is never: a third of the process.
 */
export function collectAtRest(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let before = process.cpuUsage();
  let wasBusy = true;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isBusy = user + system > BUSY_SHARE * LOOK_MS * 1_000;
    if (wasBusy && !isBusy) collect();
    before = process.cpuUsage();
    wasBusy = isBusy;
  }, LOOK_MS).unref();
}
