import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import type { CleanUp } from "../clean-up";
import { temporaryFolder } from "../service";

/** The stage that all subjects share: one PostgreSQL server, on which each has a database of its own, and a Redis. */
export interface Stage {
  folder: string;
  postgresVersion: string;
  dataDirectory: string;
  secretKeysFile: string;
  redisUrl: string;
  /** Makes a database; answers the URL its subject connects by. */
  createDatabase(name: string): Promise<string>;
}

/** As the service sets it, but for the connections: here, many subjects keep pools on one server. */
const SETTINGS = { max_connections: "250" };

export async function startStage(cleanUp: CleanUp): Promise<Stage> {
  const folder = await temporaryFolder(cleanUp);
  const embedded = await startEmbeddedPostgres({ dataDir: `${folder}/data`, log: () => undefined, settings: SETTINGS });
  cleanUp.add(() => embedded.stop());
  const { socketDirectory, port, superuser: user, dataDirectory } = embedded.control;
  const superuser = new pg.Client({ host: socketDirectory, port, user, database: "postgres" });
  await superuser.connect();
  cleanUp.add(() => superuser.end());
  const { rows } = await superuser.query<{ server_version: string }>("SHOW server_version");
  return {
    ...{ folder, dataDirectory, secretKeysFile: embedded.secretKeysFile },
    postgresVersion: rows[0]?.server_version ?? "",
    redisUrl: await startRedis(cleanUp),
    createDatabase: async (name) => {
      const url = new URL(embedded.controlUrl);
      await superuser.query(`CREATE DATABASE ${name} OWNER ${url.username}`);
      url.pathname = name;
      return url.href;
    },
  };
}

/** It keeps nothing on disk, since it only counts. */
async function startRedis(cleanUp: CleanUp): Promise<string> {
  const port = String(await findFreePort([]));
  const child = spawn("redis-server", ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  cleanUp.add(() => {
    child.kill("SIGTERM");
    return exited;
  });
  const url = `redis://127.0.0.1:${port}`;
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  redis.on("error", () => undefined);
  try {
    await Promise.race([redis.ping(), delay(5_000).then(() => Promise.reject(new Error("Redis did not start.")))]);
  } finally {
    redis.disconnect();
  }
  return url;
}
