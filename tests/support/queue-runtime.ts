import { readEnvironment } from "@/lib/core/env";
import { migrateJobs } from "@/lib/jobs/worker";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { newControlUrl } from "./clusters";

const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString("base64")}`;

/** Returns the runtime of a control plane of its own, whose queue is empty. The caller closes it. */
export async function startQueueRuntime(): Promise<Runtime> {
  const databaseUrl = await newControlUrl();
  const runtime = createRuntime(
    readEnvironment({ DATABASE_URL: databaseUrl, COPPICE_SECRET_KEYS: SECRET_KEYS, LOG_LEVEL: "silent" }),
  );
  await migrateJobs(runtime.pool);
  return runtime;
}
