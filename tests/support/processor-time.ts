import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

/** The kernel's unit on any machine. */
const TICKS_PER_SECOND = 100;

/** The seconds of processor that this process has used so far, and those of its children that have ended. */
function processorSeconds(): number {
  // The name in parentheses may hold spaces; user and system time, own and of children, are the 14th to 17th field.
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

// This runs before each file, and its hook after all others, so that loading and clearing away count too.
const before = processorSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures it is to make
afterAll(({}, file) => {
  Object.assign(file.meta, { processorSeconds: processorSeconds() - before });
});
