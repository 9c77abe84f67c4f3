import { afterAll, expect, it } from "vitest";
import { asCustomer, refusalOf } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, url } = await openOwnedDatabase();

afterAll(() => service.close());

/** Sorts 4 GB in memory. */
const GREEDY =
  "SELECT count(*) FROM (SELECT repeat('x', 100000000) || g FROM generate_series(1, 40) AS g ORDER BY 1 OFFSET 1) AS s";

it("RF-27: a query that takes more memory than a process may fails alone, and its session goes on", async () => {
  const { postmasterPid } = service.cluster;
  await asCustomer(url, (bystander) =>
    asCustomer(url, async (client) => {
      await client.query("SET work_mem = '2000GB'");
      await expect(client.query(GREEDY)).rejects.toMatchObject({ code: "53200" });
      expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
      expect((await bystander.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    }),
  );
  expect(process.kill(postmasterPid, 0)).toBe(true);
  expect(await refusalOf(url)).toBeNull();
});

it("RF-27: a query gets no parallel workers, whose shared memory would not count", async () => {
  const plan = await asCustomer(url, async (client) => {
    await client.query("SET debug_parallel_query = on; SET max_parallel_workers_per_gather = 8");
    return client.query("EXPLAIN (ANALYZE, FORMAT JSON) SELECT count(*) FROM pg_class");
  });
  expect(plan.rows[0]["QUERY PLAN"][0].Plan).toMatchObject({ "Workers Planned": 1, "Workers Launched": 0 });
});
