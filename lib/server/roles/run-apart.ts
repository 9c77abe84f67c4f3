import { once } from "node:events";
import { type Environment, roleVariables } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { forkSelf } from "../supervise/role-process";
import type { StopRequest } from "../supervise/stop-request";

/** In a process of its own, a recovery takes the memory and the time of nothing that has to go on. */
export async function runApart(environment: Environment, argument: string, signal: AbortSignal): Promise<void> {
  const child = forkSelf(roleVariables(environment, []), [argument]);
  const end = () => child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  try {
    const [code, killedBy] = await once(child, "exit");
    if (code !== 0) throw new OperatorError(`The process with ${argument} ended (${killedBy ?? code}).`);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

export function abortedBy({ requested }: StopRequest): AbortSignal {
  const stopping = new AbortController();
  void requested.then(() => stopping.abort());
  return stopping.signal;
}
