import { randomUUID } from "node:crypto";
import pino from "pino";
import { onTestFinished } from "vitest";
import type {
  FunctionCode,
  FunctionOutcome,
  FunctionProgram,
  FunctionRuntime,
  FunctionState,
} from "@/lib/core/ports/function-runtime";
import { DatabaseProxy } from "@/lib/infra/postgres-proxy/database-proxy";
import type { FunctionDatabases } from "@/lib/infra/postgres-proxy/session-shelf";
import type { EgressRules } from "@/lib/infra/workerd/egress-gate";
import { ProcessOutlets } from "@/lib/infra/workerd/process-outlets";
import type { FindWithdrawn } from "@/lib/infra/workerd/withdrawal-watch";
import { WorkerdFunctions } from "@/lib/infra/workerd/workerd-functions";
import { functionRequest, toResponse } from "./function-messages";

interface Options {
  mode?: "development" | "production";
  sandbox?: string;
  memoryBytes?: number;
  rules?: Partial<EgressRules>;
  databases?: FunctionDatabases;
  findWithdrawn?: FindWithdrawn;
  searchPath?: string;
  probeMilliseconds?: number;
}

const MEBIBYTE = 1_048_576;

const NO_DATABASES: FunctionDatabases = {
  connect: () => Promise.reject(new Error("this test has no database")),
  takeOver: async () => undefined,
};

/** Runs functions by the real runtime until the test has finished. */
export function startFunctions({
  mode = "development",
  sandbox,
  memoryBytes,
  rules,
  databases,
  findWithdrawn,
  ...probing
}: Options = {}) {
  const outcomes: FunctionOutcome[] = [];
  const launched = Promise.withResolvers<FunctionState>();
  const states: FunctionState[] = [];
  const outlets = new ProcessOutlets(
    { allowsLoopback: false, service: null, depthHeader: () => null, ...rules },
    new DatabaseProxy(databases ?? NO_DATABASES),
  );
  const runtime = new WorkerdFunctions({
    ...{ mode, sandbox: sandbox ?? null, memoryBytes: memoryBytes ?? 2_048 * MEBIBYTE, outlets },
    ...{ findWithdrawn: findWithdrawn ?? (async () => new Map()), log: pino({ level: "silent" }) },
    ...{ pauseMilliseconds: 50, ...probing },
    onStanding: ({ state }) => {
      states.push(state);
      launched.resolve(state);
    },
  });
  runtime.onOutcome((outcome) => outcomes.push(outcome));
  onTestFinished(() => runtime.close());
  return { runtime, outcomes, states, launched: launched.promise };
}

interface ProgramOptions extends Partial<Omit<FunctionProgram, "load" | "limits">> {
  limits?: Partial<FunctionProgram["limits"]>;
  variables?: FunctionCode["variables"];
  secrets?: FunctionCode["secrets"];
}

/** Makes a version of a function from a module, or from the body of its `fetch`. */
export function program(script: string, { limits, variables = {}, secrets = {}, ...rest }: ProgramOptions = {}) {
  const code = script.includes("export ")
    ? script
    : `export default { async fetch(request, env, context) { ${script} } };`;
  return {
    ...{ versionId: randomUUID(), functionId: randomUUID(), projectId: "prj_test", databaseId: null, revision: "1" },
    limits: { wallMilliseconds: 10_000, memoryBytes: 128 * MEBIBYTE, concurrency: 20, ...limits },
    egress: { mode: "open", hosts: [] },
    load: async () => ({ script: code, variables, secrets }),
    ...rest,
  } satisfies FunctionProgram;
}

/** An invocation as a caller who is nobody makes it. */
export function invocation(path = "/", init: RequestInit & { duplex?: "half" } = {}, id: string = randomUUID()) {
  const caller = Buffer.from(JSON.stringify({ kind: "anonymous" })).toString("base64url");
  return { id, request: functionRequest(`https://functions.example${path}`, init), caller, depth: 0 };
}

/** Invokes a function, and returns its answer as `fetch` would. */
export async function answerOf(
  runtime: Pick<FunctionRuntime, "invoke">,
  ...[version, asked]: Parameters<FunctionRuntime["invoke"]>
): Promise<Response> {
  return toResponse(await runtime.invoke(version, asked));
}
