import { setFlagsFromString } from "node:v8";

/** Ten times V8's own, in bytes of WebAssembly that a function has run. */
const BUDGET = 130_000_000;

/**
 * Has V8 optimise a function of WebAssembly after it has run for longer. Prisma's query compiler reads the whole schema at
 * the start, once, which by V8's own measure makes its functions worth 30 MB of optimised code in each process, and a
 * fifth of a second of the processor in one that runs a single command.
 */
export function optimiseLate(): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
