import { createServer, type IncomingMessage } from "node:http";
import { WORKER } from "@/lib/core/access/service-actor";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { requireMetricsToken } from "@/lib/http/api/metrics-token";
import { errorResponse } from "@/lib/http/error-response";
import { sendAnswer } from "@/lib/http/lanes/send-answer";
import { toServiceError } from "@/lib/http/to-service-error";
import { startWorker as startJobs } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { listen } from "../connections/listen";

/** Runs jobs, and answers liveness probes and scrapes at a port of its own, where one is set. */
export async function startWorker(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const jobs = await startJobs(runtime);
  const { workerPort, host } = runtime.environment;
  if (workerPort === null) return jobs;
  const server = createServer((request, response) => {
    void answer(runtime, request).then((found) => sendAnswer(request, response, found));
  });
  await listen(server, workerPort, host);
  return {
    // Jobs in hand take a while, and the process lives until they have ended.
    stop: async () => {
      await jobs.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(runtime: Runtime, { method, url, headers }: IncomingMessage): Promise<Response> {
  const requestId = createId("request", runtime.random);
  try {
    const asked = method === "GET" || method === "HEAD" ? url : null;
    if (asked === "/live") return Response.json({ live: true }, { headers: { "Cache-Control": "no-store" } });
    if (asked !== "/metrics") throw new ServiceError("not_found", "There's nothing at this path.");
    requireMetricsToken(runtime.environment, headers.authorization ?? null);
    const { metrics } = runtime.context({ actor: WORKER, requestId });
    return new Response(await metrics.metrics(), { headers: { "Content-Type": metrics.contentType } });
  } catch (error) {
    return errorResponse(toServiceError(error), requestId, runtime.environment.url);
  }
}
