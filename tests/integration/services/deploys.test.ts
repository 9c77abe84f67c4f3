import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getReadiness } from "@/lib/hosting/status/ready";
import { readRoles } from "@/lib/hosting/status/roles";
import { listDeploys } from "@/lib/services/deploys/list";
import { recordInstance } from "@/lib/services/deploys/record";
import type { Deploy } from "@/lib/services/deploys/resource";
import { sweepInstances } from "@/lib/services/deploys/sweep";
import { watchDeploys } from "@/lib/services/deploys/watch";
import { createOrganisation, FixedClock, makeContext } from "@/tests/support/context";

const BUILD = { sha: "4f2c9be1d0a3", timestamp: "2026-02-28T12:00:00.000Z" };
const NEVER_MS = 2 ** 31 - 1;

beforeEach(async () => {
  await (await makeContext()).db.serviceInstance.deleteMany({});
});

describe("the history of deploys", () => {
  it("has a row for each role of a process, until it stops", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const first = await recordInstance(ctx, BUILD, ["web", "worker"], { beatMs: NEVER_MS });
    clock.advance(1_000);
    const second = await recordInstance(ctx, { ...BUILD, sha: "next" }, ["web"], { beatMs: NEVER_MS });
    const { items } = await listDeploys(ctx, { limit: 50 });
    expect(items.map(({ service, sha, status }) => [service, sha, status])).toEqual([
      ["web", "next", "running"],
      expect.arrayContaining(["4f2c9be1d0a3", "running"]),
      expect.arrayContaining(["4f2c9be1d0a3", "running"]),
    ]);
    expect(items[1]).toMatchObject({
      ...{ builtAt: BUILD.timestamp, pid: process.pid, startedAt: "2026-03-01T09:30:00.000Z", endedAt: null },
    });
    clock.advance(1_000);
    await first.close();
    const workers = await listDeploys(ctx, { service: "worker", limit: 50 });
    expect(workers.items).toMatchObject([{ status: "stopped", endedAt: "2026-03-01T09:30:02.000Z" }]);
    expect((await listDeploys(ctx, { service: "web", limit: 1 })).items).toMatchObject([{ sha: "next" }]);
    await second.close();
  });

  it("calls a process crashed that has been silent for longer than 90 s, and none that says it runs", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const silent = await recordInstance(ctx, BUILD, ["worker"], { beatMs: NEVER_MS });
    const alive = await recordInstance(ctx, BUILD, ["web"], { beatMs: 5 });
    const statuses = async () =>
      Object.fromEntries((await listDeploys(ctx, { limit: 50 })).items.map(({ service, status }) => [service, status]));
    clock.advance(90_000);
    expect((await statuses()).worker).toBe("running");
    clock.advance(1);
    await vi.waitFor(async () => expect(await statuses()).toEqual({ worker: "crashed", web: "running" }));
    const [crashed] = (await listDeploys(ctx, { service: "worker", limit: 1 })).items;
    expect(crashed?.endedAt).toBe("2026-03-01T09:30:00.000Z");
    await Promise.all([silent.close(), alive.close()]);
  });

  it("calls a role running while one of its processes is, even if another has ended or fallen silent since", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const roles = async () => (await readRoles(ctx)).roles;
    const kept = await recordInstance(ctx, BUILD, ["web"], { beatMs: NEVER_MS });
    const replaced = await recordInstance(ctx, BUILD, ["web"], { beatMs: NEVER_MS });
    clock.advance(1_000);
    await replaced.close();
    expect(await roles()).toEqual({ web: "running" });
    clock.advance(90_000);
    const restarted = await recordInstance(ctx, BUILD, ["web"], { beatMs: NEVER_MS });
    expect(await roles()).toEqual({ web: "running" });
    await restarted.close();
    expect(await roles()).toEqual({ web: "stopped" });
    await kept.close();
  });

  it("counts the processes for functions by how they keep them apart, the weakest way first", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const start = (state: string) =>
      recordInstance(ctx, BUILD, ["functions"], { beatMs: NEVER_MS, readState: async () => state });
    const functions = async () => (await readRoles(ctx)).functions;
    const started = [await start("none"), await start("bubblewrap"), await start("bubblewrap")];
    await vi.waitFor(async () =>
      expect(await functions()).toEqual([
        { state: "none", running: 1 },
        { state: "bubblewrap", running: 2 },
      ]),
    );
    expect(await getReadiness(ctx, { readsMetrics: true })).toMatchObject({
      functions: "none",
      missing: expect.arrayContaining(["1 of 3 processes can't run functions."]),
    });
    clock.advance(1_000);
    await started[0]?.close();
    expect(await functions()).toEqual([{ state: "bubblewrap", running: 2 }]);
    await Promise.all(started.map((each) => each.close()));
    expect(await functions()).toEqual([]);
  });

  it("keeps no process from running: a failed write is only logged", async () => {
    const ctx = await makeContext();
    const broken = { ...ctx, db: new Proxy(ctx.db, { get: () => ({ createMany: fail, updateMany: fail }) }) };
    const instance = await recordInstance(broken, BUILD, ["web"], { beatMs: 1 });
    await delay(5);
    await instance.close();
    expect((await listDeploys(ctx, { limit: 50 })).items).toEqual([]);
  });

  it("tells a watcher the present ones, oldest first, then starts and ends, until it leaves", async () => {
    const ctx = await makeContext();
    const first = await recordInstance(ctx, BUILD, ["web"], { beatMs: NEVER_MS });
    const told: [string, Deploy["status"]][] = [];
    const leaving = new AbortController();
    const watching = watchDeploys(
      ctx,
      { limit: 50 },
      async (deploy) => void (deploy && told.push([deploy.service, deploy.status])),
      leaving.signal,
    );
    await vi.waitFor(() => expect(told).toEqual([["web", "running"]]));
    const second = await recordInstance(ctx, BUILD, ["worker"], { beatMs: NEVER_MS });
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["worker", "running"]), { timeout: 60_000 });
    await first.close();
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["web", "stopped"]), { timeout: 60_000 });
    leaving.abort();
    await watching;
    expect(told).toHaveLength(3);
    await second.close();
  });

  it("is deleted after 90 days, and is for the operator alone", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    await (await recordInstance(ctx, BUILD, ["web"], { beatMs: NEVER_MS })).close();
    clock.advance(90 * 86_400_000);
    await sweepInstances(ctx);
    expect((await listDeploys(ctx, { limit: 50 })).items).toHaveLength(1);
    clock.advance(1);
    await sweepInstances(ctx);
    expect((await listDeploys(ctx, { limit: 50 })).items).toEqual([]);
    const { member } = await createOrganisation();
    const owner = await makeContext({ actor: member.owner });
    await expect(listDeploys(owner, { limit: 50 })).rejects.toMatchObject({ code: "missing_permission" });
  });
});

async function fail(): Promise<never> {
  throw new Error("the control plane is gone");
}
