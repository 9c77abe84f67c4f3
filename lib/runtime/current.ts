import "server-only";
import type { Runtime } from "@/lib/runtime";

/** A symbol of the whole process: dist and Next's bundle each have this module. */
const CURRENT = Symbol.for("coppice.runtime");
const scope = globalThis as { [CURRENT]?: Runtime };

/** Returns the runtime of this process. Importers are built without the composition root (docs/decisions/140). */
export async function getRuntime(): Promise<Runtime> {
  const runtime = scope[CURRENT];
  if (runtime === undefined) throw new Error("This process has no runtime yet.");
  return runtime;
}

/** Is called once by each process before it answers: by its role, or by instrumentation.ts under plain Next. */
export function setRuntime(runtime: Runtime): void {
  scope[CURRENT] = runtime;
}
