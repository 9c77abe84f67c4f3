import { afterAll, beforeAll, expect, it } from "vitest";
import { GuardedHost } from "@/tests/support/guarded-host";

let host: GuardedHost;

beforeAll(async () => {
  host = await GuardedHost.start();
  await host.guard();
});
afterAll(() => host.stop());

it("RF-17: an organisation that holds nearly all connections gives idle ones back, and others sign in", async () => {
  const neighbour = await host.addDatabase("n");
  const app = await host.connect(neighbour);
  const [{ slots }] = (
    await host.root.query<{ slots: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - current_setting('reserved_connections')::int AS slots`,
    )
  ).rows as [{ slots: number }];
  const letters = [..."abcdefghijklmopqrstuvwxyz"];
  for (let open = 1; open < slots - 5; open += 20) {
    const id = await host.addDatabase(letters.shift() ?? "", { organisationId: "greedy" });
    const wanted = Math.min(20, slots - 5 - open);
    await Promise.all(Array.from({ length: wanted }, () => host.connect(id).catch(() => undefined)));
  }
  const held = async () =>
    (await host.root.query("SELECT count(*)::int AS held FROM pg_stat_activity WHERE usename LIKE 'db\\_%'")).rows[0]
      .held;
  await expect.poll(held).toBeLessThanOrEqual(slots * 0.85);
  await (await host.connect(neighbour)).end();
  expect((await app.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  const events = await host.events();
  expect(events.length).toBeGreaterThan(0);
  expect(new Set(events.map(({ rule }) => rule))).toEqual(new Set(["connections"]));
  expect(events.map(({ databaseId }) => databaseId)).not.toContain(neighbour);
});
