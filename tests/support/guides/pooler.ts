import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { findServiceUser, isRoot } from "@/lib/server/data-folder/service-user";
import { spawnOptionsFor } from "@/lib/server/embedded-postgres/initialise-cluster";
import { type GuideBlock, textOf } from "./guide-blocks";
import type { PageCluster } from "./page-cluster";

export interface RunningPooler {
  port: number;
  /** Returns the lines that PgBouncer has written so far. */
  log(): string;
  stop(): Promise<void>;
}

/** Runs PgBouncer by the files of a page on a free port, before a cluster of the page and with its certificate. */
export async function startPooler(
  blocks: readonly GuideBlock[],
  cluster: PageCluster,
  password: string,
): Promise<RunningPooler> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-pooler-"));
  const user = await findServiceUser("coppice-host");
  const port = await findFreePort([]);
  const settings = textOf(blocks, "pgbouncer.ini")
    .replaceAll("/etc/pgbouncer/", `${folder}/`)
    .replace("port=5432", `port=${cluster.port}`)
    .replace("listen_port = 6432", `listen_port = ${port}`);
  const ofCluster = (name: string) => readFile(join(dirname(cluster.authority), name), "utf8");
  const files = {
    "pgbouncer.ini": settings,
    "pooler_hba.conf": textOf(blocks, "pooler_hba.conf"),
    "userlist.txt": `"pooler" "${password}"`,
    "server.crt": await ofCluster("server.crt"),
    "server.key": await ofCluster("server.key"),
  };
  await chmod(folder, 0o700);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), `${text}\n`, { mode: 0o600 });
  if (isRoot()) for (const name of [".", ...Object.keys(files)]) await chown(join(folder, name), user.uid, user.gid);
  const child = spawn("/usr/sbin/pgbouncer", [join(folder, "pgbouncer.ini")], {
    ...spawnOptionsFor(user),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await vi
    .waitFor(() => reach(port), { interval: 50, timeout: 20_000 })
    .catch(async (error) => {
      await stop();
      throw error;
    });
  return { port, log: () => written, stop };
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
