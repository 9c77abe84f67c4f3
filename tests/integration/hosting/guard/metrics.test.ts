import { Gauge, Registry } from "prom-client";
import { expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import type { GuardFigures } from "@/lib/core/ports/host-guard";
import { readGuardFigures } from "@/lib/hosting/guard/read-figures";
import { addGuardMetrics } from "@/lib/infra/guard-metrics";
import { createOrganisation } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const NONE: GuardFigures = { hosts: [], events: [], restricted: { read_only: 0, closed: 0 } };

/** Returns the answer to a scrape, without help and types. */
async function scrape(registry: Registry): Promise<string[]> {
  const text = await registry.metrics();
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function registryOf(read: () => Promise<GuardFigures>) {
  const registry = new Registry();
  const errors: unknown[] = [];
  new Gauge({ name: "another", help: "of the process itself", registers: [registry] }).set(1);
  addGuardMetrics(registry, { read, onError: (error) => errors.push(error) });
  return { registry, errors };
}

/** A host with a guard, one without, and databases that are restricted. */
async function insertFigures(ctx: Context): Promise<void> {
  const { id: hostId } = await insertHost(ctx);
  const volumes = [{ purpose: "data", path: "/data", freeBytes: 5_000_000_000, totalBytes: 20_000_000_000 }];
  const guardSeenAt = new Date("2026-05-04T12:00:00.500Z");
  await ctx.db.host.update({ where: { id: hostId }, data: { name: "pg-1", guardSeenAt, guardVolumes: volumes } });
  const { id: bare } = await insertHost(ctx);
  await ctx.db.host.update({ where: { id: bare }, data: { name: "pg-2" } });
  await ctx.db.hostEventTotal.create({ data: { hostId, rule: "lock-table", act: "ended_session", events: 7 } });
  const { id: organisationId } = await createOrganisation({ db: ctx.db as never });
  for (const restriction of ["closed", "read_only", "read_only", null]) {
    const { id } = await insertDatabase(ctx, { organisationId, hostId });
    await ctx.db.database.update({ where: { id }, data: { restriction } });
  }
}

it("tell of every host that has a guard, of its acts, and of databases that are restricted", async () => {
  const ctx = await emptyControlContext();
  await insertFigures(ctx);
  const { registry } = registryOf(() => readGuardFigures(ctx.db));
  for (const _scrape of [1, 2]) {
    expect(await scrape(registry)).toEqual([
      "another 1",
      'coppice_host_free_bytes{host="pg-1",volume="data"} 5000000000',
      'coppice_host_total_bytes{host="pg-1",volume="data"} 20000000000',
      'coppice_host_guard_last_seen_timestamp_seconds{host="pg-1"} 1777896000.5',
      'coppice_databases_restricted{state="read_only"} 2',
      'coppice_databases_restricted{state="closed"} 1',
      'coppice_host_events_total{host="pg-1",rule="lock-table",act="ended_session"} 7',
    ]);
  }
});

it("are read once for a scrape, and a host that is gone is gone from them", async () => {
  let reads = 0;
  const hosts = [{ name: "pg-1", guardSeenAt: new Date(1_000), volumes: [] }];
  const { registry } = registryOf(async () => {
    reads += 1;
    return { ...NONE, hosts: hosts.splice(0) };
  });
  expect(await scrape(registry)).toContain('coppice_host_guard_last_seen_timestamp_seconds{host="pg-1"} 1');
  expect(reads).toBe(1);
  expect((await scrape(registry)).join()).not.toContain("pg-1");
  expect(reads).toBe(2);
});

it("leave the other metrics alone while the control plane fails, and come back", async () => {
  let isDown = true;
  const { registry, errors } = registryOf(() => (isDown ? Promise.reject(new Error("down")) : Promise.resolve(NONE)));
  expect(await scrape(registry)).toEqual(["another 1"]);
  expect(errors).toHaveLength(1);
  isDown = false;
  expect(await scrape(registry)).toContain('coppice_databases_restricted{state="closed"} 0');
});

it("leave the other metrics alone while the control plane does not answer", async () => {
  const { registry, errors } = registryOf(() => new Promise(() => undefined));
  expect(await scrape(registry)).toEqual(["another 1"]);
  expect(errors).toEqual([expect.objectContaining({ message: "no answer within 3000 ms" })]);
});
