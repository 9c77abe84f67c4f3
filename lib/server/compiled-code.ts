import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { optimiseLate } from "@/lib/core/db/optimise-late";

/**
 * Has V8 keep the code that it compiles in `folder`, the one of the program, so that its next process starts with it.
 * Only those who could change the program can write there; if the service can't, each process compiles for itself.
 */
export function reuseCompiledCode(folder: string): void {
  // V8 takes code from processes with the same flags alone, so each process has all of them from its start.
  optimiseLate();
  setFlagsFromString("--expose-gc");
  enableCompileCache(join(folder, "compiled"));
}
