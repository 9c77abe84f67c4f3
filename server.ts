import type { IncomingMessage, Server, ServerResponse } from "node:http";
import next from "next";
import { routes } from "@/app/route-table";
import { type Environment, type ProcessRole, readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { OperatorError } from "@/lib/core/operator-error";
import { addReconcileJob } from "@/lib/core/queue/add";
import { closeGracefully, createHttpServer } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { startWorker, WORKER } from "@/lib/jobs/worker";
import { createRuntime, type Runtime, setRuntime } from "@/lib/runtime";
import { prepare } from "@/lib/server/prepare";
import { StopRequest } from "@/lib/server/supervise/stop-request";
import { supervise } from "@/lib/server/supervise/supervise";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;
/** The patience of a supervisor that is gone, and so cannot end a child that hangs. */
const ORPHAN_MS = 8_000;

interface Part {
  stop(): Promise<void>;
}

/** The Node entry. Without COPPICE_ROLES it starts everything, each role in a process of its own. */
async function main(environment: Environment): Promise<void> {
  if (environment.roles === null) return supervise(environment, prepare);
  // From here on: a supervisor that is killed meanwhile must not leave a process with the port.
  const stopRequest = new StopRequest();
  if (process.send) void stopRequest.requested.then(() => setTimeout(() => process.exit(1), ORPHAN_MS).unref());
  const runtime = createRuntime(environment);
  setRuntime(runtime);
  const parts = await startParts(runtime, environment.roles, stopRequest);
  await stopRequest.requested;
  await Promise.all(parts.map((part) => part.stop()));
  await runtime.close();
  process.exit(0);
}

/** A start is never cut in its midst: what it has begun by then could neither be finished nor stopped. */
async function startParts(runtime: Runtime, roles: readonly ProcessRole[], stopRequest: StopRequest): Promise<Part[]> {
  const parts: Part[] = [];
  // What this process left behind, if it ended without a chance to clean up, is settled by the worker. Before Next
  // is loaded, which on a cold disk lets no connection be made for seconds.
  await addReconcileJob(runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) }), 0);
  if (roles.includes("worker") && !stopRequest.isRequested) parts.push(await startWorker(runtime));
  if (roles.includes("web") && !stopRequest.isRequested) parts.push(await startWeb(runtime));
  return parts;
}

async function startWeb(runtime: Runtime): Promise<Part> {
  const { environment } = runtime;
  const newRequestId = () => createId("request", runtime.random);
  const server = createHttpServer(createListener(runtime, routes, servePages(runtime)), newRequestId, environment.url);
  await listen(server, environment);
  process.send?.({ type: "listening", url: environment.url });
  return { stop: () => closeGracefully(server, GRACE_MS) };
}

/** Next is prepared beside the first requests: the API does not wait for it. */
function servePages(runtime: Runtime): (request: IncomingMessage, response: ServerResponse) => void {
  const { host, port } = runtime.environment;
  const app = next({ dev: false, dir: process.cwd(), hostname: host, port });
  const prepared = app.prepare().then(() => app.getRequestHandler());
  prepared.catch((error) => runtime.log.error({ err: error }, "pages cannot be served"));
  return (request, response) => {
    prepared
      .then((handle) => handle(request, response))
      .catch((error) => {
        runtime.log.error({ err: error }, "a page failed");
        if (!response.headersSent) response.writeHead(503, { "Content-Type": "text/plain", "Retry-After": "5" });
        response.end("The pages cannot be served right now.\n");
      });
  };
}

function listen(server: Server, { port, host }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

try {
  await main(readEnvironment());
} catch (error) {
  // Thrown on, it would go to Next, which keeps a process alive that has not started.
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${error instanceof OperatorError ? message : stack}\n`);
  process.exit(1);
}
