import { Redis } from "ioredis";
import type { DoctorProbes } from "@/lib/cli/command-line";
import { type Check, fail, ok, reasonOf, warn } from "./checks";

/** The oldest release with security fixes for the commands that the limits use. */
const OLDEST_MAJOR = 7;
const TIMEOUT_MS = 3_000;

export async function checkRedis({ redisUrl }: DoctorProbes): Promise<Check> {
  if (redisUrl === null) return ok("redis", "not configured; rate limits are counted in memory, per process");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const version = /^redis_version:(\S+)/m.exec(await redis.info("server"))?.[1] ?? "unknown";
    if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return ok("redis", `answers, version ${version}`);
    return warn("redis", `version ${version}`, `Run Redis ${OLDEST_MAJOR} or later.`);
  } catch (error) {
    return fail("redis", `doesn't respond (${reasonOf(error)})`, "Start it, or correct REDIS_URL.");
  } finally {
    redis.disconnect();
  }
}
