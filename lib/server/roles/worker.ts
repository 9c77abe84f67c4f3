import { createServer } from "node:http";
import { startWorker as startJobs } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { listen } from "../connections/listen";

/** Runs jobs, and answers liveness probes at a port of its own, where one is set. */
export async function startWorker(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const jobs = await startJobs(runtime);
  const { workerPort, host } = runtime.environment;
  if (workerPort === null) return jobs;
  const server = createServer((request, response) => {
    const isAsked = request.url === "/live" && (request.method === "GET" || request.method === "HEAD");
    response.writeHead(isAsked ? 200 : 404, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    response.end(JSON.stringify(isAsked ? { live: true } : { error: { code: "not_found" } }));
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
