import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SUPERUSER } from "@/lib/server/embedded-postgres/cluster-configuration";
import { guardArguments } from "@/lib/server/host-guard/arguments";
import { placePrograms } from "@/tests/support/bundled-programs";
import { GuardedHost } from "@/tests/support/guarded-host";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `guard-${process.pid}`);
let host: GuardedHost;

beforeAll(async () => {
  await placePrograms(built);
  host = await GuardedHost.start();
});
afterAll(() => host.stop());

const beats = async () => {
  const known = await host.root.query("SELECT to_regclass('host_guard.beat') AS beat");
  if (known.rows[0].beat === null) return 0;
  return (await host.root.query("SELECT FROM host_guard.beat")).rowCount;
};
const uidOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

it("runs as the user of its cluster, looks, and ends when it is asked to", async () => {
  const guard = fork(join(built, "server.js"), guardArguments({ ...host.cluster, superuser: SUPERUSER }), {
    env: { NODE_ENV: "production" },
  });
  const ended = once(guard, "exit");
  await expect.poll(beats).toBe(1);
  expect(uidOf(guard.pid ?? 0)).toBe(statSync(host.cluster.dataDirectory).uid);
  guard.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it("PG-12: a database that keeps a processor busy gives way to others", async () => {
  const [busy, neighbour] = [await host.addDatabase("a"), await host.addDatabase("n")];
  await host.guard();
  const [loop, quiet] = [await host.connect(busy), await host.connect(neighbour)];
  const pidOf = async (client: typeof loop) => (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
  const [loopPid, quietPid] = [await pidOf(loop), await pidOf(quiet)];
  const running = loop.query("DO $$ BEGIN LOOP NULL; END LOOP; END $$").catch((error) => error.code);
  await expect.poll(() => getPriority(loopPid)).toBeGreaterThan(0);
  expect(getPriority(quietPid)).toBe(0);
  await host.root.query("SELECT pg_terminate_backend($1)", [loopPid]);
  expect(await running).toBe("57P01");
});
