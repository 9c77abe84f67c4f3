import type { Logger } from "pino";
import type { FunctionSettings } from "@/lib/core/function-settings";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import { DatabaseProxy } from "../postgres-proxy/database-proxy";
import type { FunctionDatabases } from "../postgres-proxy/session-shelf";
import { AbsentFunctions } from "./absent-functions";
import type { EgressRules } from "./egress-gate";
import type { LaunchKind } from "./launch";
import { ProcessOutlets } from "./process-outlets";
import { SocketFunctions } from "./socket-functions";
import type { FindWithdrawn } from "./withdrawal-watch";
import { WorkerdFunctions } from "./workerd-functions";

interface Surroundings {
  functions: FunctionSettings;
  mode: "development" | "production";
  functionsSocket: string | null;
  roles: readonly string[] | null;
  allowsOutgoingLoopback: boolean;
}

interface Parts extends Pick<EgressRules, "depthHeader"> {
  databases: FunctionDatabases;
  findWithdrawn: FindWithdrawn;
  log: Logger;
}

/** The process with the role runs functions itself; the others ask it, where there is one. */
export function createFunctions(
  surroundings: Surroundings,
  { databases, depthHeader, findWithdrawn, log }: Parts,
): FunctionRuntime {
  const { functions, mode, functionsSocket, roles, allowsOutgoingLoopback } = surroundings;
  if (!roles?.includes("functions")) {
    return functionsSocket === null ? new AbsentFunctions() : new SocketFunctions(functionsSocket);
  }
  const rules = { allowsLoopback: allowsOutgoingLoopback, depthHeader };
  return new WorkerdFunctions({
    ...{ mode, ...functions, outlets: new ProcessOutlets(rules, new DatabaseProxy(databases)) },
    ...{ findWithdrawn, log },
    onLaunch: (kind) => report(kind, log),
  });
}

function report(kind: LaunchKind | null, log: Logger): void {
  if (kind === null) log.warn("functions can't be run on this machine; coppice doctor says what is missing");
  else if (kind === "plain") log.warn({ launch: kind }, "functions run without a sandbox, which is for development");
  else log.info({ launch: kind }, "functions can be run");
}
