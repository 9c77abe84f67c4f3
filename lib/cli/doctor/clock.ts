import { type Finding, ok, warn } from "./checks";

/** Codes of authenticator apps, links and tokens hold for half a minute and more. */
const MOST_MS = 2_000;

/** Compares the clock of a server with this machine's; `ask` returns the milliseconds since 1970 there. */
export async function checkClock(ask: () => Promise<number>): Promise<Finding> {
  const before = Date.now();
  const theirs = await ask();
  const after = Date.now();
  const ahead = theirs > after ? theirs - after : Math.min(theirs - before, 0);
  if (Math.abs(ahead) <= MOST_MS) return ok("agrees with this machine's");
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1);
  const detail = `is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} this machine's`;
  return warn(detail, "Have chrony or systemd-timesyncd set both clocks: codes, links and tokens expire by them.");
}
