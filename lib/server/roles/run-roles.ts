import { setTimeout as delay } from "node:timers/promises";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import type { Actor } from "@/lib/core/context";
import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { addReconcileJob } from "@/lib/core/queue/add";
import type { ProcessRole } from "@/lib/core/role-variables";
import { readBuild, readVersion } from "@/lib/infra/build-info";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { setRuntime } from "@/lib/runtime/current";
import { recordInstance } from "@/lib/services/deploys/record";
import { collectAtRest } from "../collect-at-rest";
import { requireSchemaVersion } from "../migrations/schema-version";
import type { StopRequest } from "../supervise/stop-request";
import { listenItself, receiveHanded } from "./receive-connections";
import type { LoadRoutes } from "./web";

/** The patience of a supervisor that is gone, and so cannot end a child that hangs. */
const ORPHAN_MS = 8_000;
const STARTING: Actor = { kind: "operator", id: "start" };

interface Part {
  stop(): Promise<void>;
}

interface Surroundings {
  stopRequest: StopRequest;
  loadRoutes: LoadRoutes;
  /** The supervisor listens for the role, and hands its connections over. */
  isHanded: boolean;
}

/** Runs the roles in this process until it is asked to stop. */
export async function runRoles(
  environment: Environment,
  roles: readonly ProcessRole[],
  surroundings: Surroundings,
): Promise<void> {
  const { stopRequest } = surroundings;
  if (process.send)
    void stopRequest.requested.then(() =>
      setTimeout(() => process.exit(1), ORPHAN_MS + environment.drainSeconds * 1_000).unref(),
    );
  const clientAddressHeader = environment.clientAddressHeader ?? CONNECTION_ADDRESS_HEADER;
  const runtime = createRuntime({ ...environment, clientAddressHeader });
  setRuntime(runtime);
  await requireSchemaVersion(runtime.pool);
  const readState = roles.includes("functions")
    ? async () => (await runtime.functions.standing())?.state ?? "none"
    : undefined;
  const instance = await recordInstance(startingContext(runtime), readBuild(), roles, { readState });
  const parts = await startParts(runtime, roles, surroundings);
  collectAtRest();
  if (!stopRequest.isRequested) runtime.log.info(factsOf(environment, roles), "started");
  await stopRequest.requested;
  runtime.drain.isDraining = true;
  // The balancer in front asks /ready and sends new requests elsewhere, while this process still takes them. One whose
  // connections the supervisor hands over is asked to stop after the web process in front of it has drained.
  const isAsked = !surroundings.isHanded && roles.some((role) => role !== "worker");
  if (isAsked) await delay(environment.drainSeconds * 1_000);
  await Promise.all(parts.map((part) => part.stop()));
  await instance.close();
  await runtime.close();
  process.exit(0);
}

function startingContext(runtime: Runtime) {
  return runtime.context({ actor: STARTING, requestId: createId("request", runtime.random) });
}

function factsOf({ port, contentPort }: Environment, roles: readonly ProcessRole[]) {
  const ports = { ...(roles.includes("web") && { port }), ...(roles.includes("content") && { contentPort }) };
  return { version: readVersion(), build: readBuild().sha, roles, ...ports };
}

/** A start is never cut in its midst: work that it has begun by then could neither be finished nor stopped. */
async function startParts(
  runtime: Runtime,
  roles: readonly ProcessRole[],
  { stopRequest, loadRoutes, isHanded }: Surroundings,
): Promise<Part[]> {
  const { isOnDemand, quietSeconds } = runtime.environment.roleStart;
  const receive = isHanded ? receiveHanded(isOnDemand ? quietSeconds * 1_000 : null) : listenItself;
  const parts: Part[] = [];
  // The worker settles the work of this process, if it ended without a chance to clean up. The job is added before Next
  // is loaded, which on a cold disk lets no connection be made for seconds.
  await addReconcileJob(startingContext(runtime), 0);
  if (roles.includes("worker") && !stopRequest.isRequested) {
    const { startWorker } = await import("./worker");
    parts.push(await startWorker(runtime));
  }
  if (roles.includes("content") && !stopRequest.isRequested) {
    const { startContent } = await import("./content");
    parts.push(await startContent(runtime, receive));
  }
  // A web process that knows no other one for it runs SQL, or realtime, itself.
  const runsSqlInWeb = roles.includes("web") && runtime.environment.sqlSocket === null;
  if (roles.includes("sql") && !runsSqlInWeb && !stopRequest.isRequested) {
    const { startSql } = await import("./sql");
    parts.push(await startSql(runtime, loadRoutes, receive));
  }
  const runsRealtimeInWeb = roles.includes("web") && runtime.environment.realtimeSocket === null;
  if (roles.includes("realtime") && !runsRealtimeInWeb && !stopRequest.isRequested) {
    const { startRealtime } = await import("./realtime");
    parts.push(await startRealtime(runtime, loadRoutes, receive));
  }
  if (roles.includes("functions") && !stopRequest.isRequested) {
    const { startFunctions } = await import("./functions");
    parts.push(await startFunctions(runtime, loadRoutes, receive));
  }
  if (roles.includes("web") && !stopRequest.isRequested) {
    const { startWeb } = await import("./web");
    parts.push(await startWeb(runtime, loadRoutes));
  }
  return parts;
}
