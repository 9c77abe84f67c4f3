import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { FunctionSettings } from "@/lib/core/function-settings";
import type { FunctionRuntime, FunctionStanding } from "@/lib/core/ports/function-runtime";
import { DatabaseProxy } from "../postgres-proxy/database-proxy";
import type { FunctionDatabases } from "../postgres-proxy/session-shelf";
import { AbsentFunctions } from "./absent-functions";
import type { EgressRules } from "./egress-gate";
import { ProcessOutlets } from "./process-outlets";
import { SocketFunctions } from "./socket-functions";
import { addStateMetric } from "./state-metric";
import type { FindWithdrawn } from "./withdrawal-watch";
import { WorkerdFunctions } from "./workerd-functions";

interface Surroundings {
  functions: FunctionSettings;
  mode: "development" | "production";
  functionsSocket: string | null;
  roles: readonly string[] | null;
  allowsOutgoingLoopback: boolean;
}

interface Parts extends Pick<EgressRules, "depthHeader" | "service"> {
  databases: FunctionDatabases;
  findWithdrawn: FindWithdrawn;
  registry: Registry;
  log: Logger;
}

/** The process with the role runs functions itself; the others ask it, where there is one. */
export function createFunctions(
  surroundings: Surroundings,
  { databases, depthHeader, service, findWithdrawn, registry, log }: Parts,
): FunctionRuntime {
  const { functions, mode, functionsSocket, roles, allowsOutgoingLoopback } = surroundings;
  if (!roles?.includes("functions")) {
    return functionsSocket === null ? new AbsentFunctions() : new SocketFunctions(functionsSocket);
  }
  const rules = { allowsLoopback: allowsOutgoingLoopback, depthHeader, service };
  const setMetric = addStateMetric(registry);
  return new WorkerdFunctions({
    ...{ mode, ...functions, outlets: new ProcessOutlets(rules, new DatabaseProxy(databases)) },
    ...{ findWithdrawn, log },
    onStanding: (standing) => {
      setMetric(standing.state);
      report(standing, log);
    },
  });
}

function report({ state: kind, reason }: FunctionStanding, log: Logger): void {
  if (kind === null)
    log.warn({ reason }, "functions can't be run on this machine; coppice doctor names the missing parts");
  else if (kind === "unanswered") log.warn("the sandbox of functions doesn't answer; it is asked again");
  else if (kind === "plain")
    log.warn({ launch: kind, reason }, "functions run without a sandbox, which is for development");
  else log.info({ launch: kind, ...(reason !== null && { reason }) }, "functions can be run");
}
