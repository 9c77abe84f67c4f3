import { afterAll, beforeAll, expect, it } from "vitest";
import type { HostGuard } from "@/lib/server/host-guard/guard";
import { ended, GuardedHost } from "@/tests/support/guarded-host";

const MIB = 1024 ** 2;
const LIMIT = 40 * MIB;

let host: GuardedHost;
/** Looks when a test says so: a look amid a statement would end it before its rows are there. */
let guard: HostGuard;

beforeAll(async () => {
  host = await GuardedHost.start();
  guard = await host.lookingGuard();
});
afterAll(() => host.stop());

const GROW = (mib: number) =>
  `CREATE TABLE IF NOT EXISTS rows (filling text); ALTER TABLE rows ALTER filling SET STORAGE EXTERNAL;
   INSERT INTO rows SELECT repeat('x', 1048576) FROM generate_series(1, ${mib})`;
const stateOf = async (id: string) =>
  (await host.root.query("SELECT state FROM host_guard.restriction WHERE database_id = $1", [id])).rows[0]?.state;
/** A size that was measured a moment ago is measured again a little later. */
const stateAfterLook = (id: string) => async () => {
  await guard.look();
  return stateOf(id);
};

it("RF-20: a database past its size can be read and made smaller, and then be written again", async () => {
  const id = await host.addDatabase("a", { maxBytes: LIMIT });
  const writer = await host.connect(id);
  const gone = ended(writer);
  await writer.query(GROW(44));
  await expect.poll(stateAfterLook(id)).toBe("read_only");
  await gone;
  const reader = await host.connect(id);
  expect((await reader.query("SELECT count(*)::int AS rows FROM rows")).rows).toEqual([{ rows: 44 }]);
  await expect(reader.query("INSERT INTO rows VALUES ('x')")).rejects.toMatchObject({ code: "25006" });
  await reader.query("SET default_transaction_read_only = off");
  await reader.query("TRUNCATE rows");
  await expect.poll(stateAfterLook(id)).toBeUndefined();
  const again = await host.connect(id);
  await again.query("INSERT INTO rows VALUES ('x')");
  expect((await host.events()).map(({ act, rule }) => [act, rule])).toEqual([
    ["made_read_only", "database-size"],
    ["opened", "database-size"],
  ]);
});

it("RF-20: a database that grew while its session was busy only between two looks is measured", async () => {
  const id = await host.addDatabase("d", { maxBytes: LIMIT });
  const writer = await host.connect(id);
  await guard.look();
  const gone = ended(writer);
  await writer.query(GROW(44));
  await expect.poll(stateAfterLook(id)).toBe("read_only");
  await gone;
});

it("RF-20: a database that grows on although it is read-only is closed, until its limit is raised", async () => {
  const id = await host.addDatabase("b", { maxBytes: LIMIT });
  const writer = await host.connect(id);
  const gone = ended(writer);
  await writer.query(GROW(44));
  await expect.poll(stateAfterLook(id)).toBe("read_only");
  await gone;
  const stubborn = await host.connect(id);
  const stopped = ended(stubborn);
  await stubborn.query("SET default_transaction_read_only = off");
  await stubborn.query(GROW(80));
  await expect.poll(stateAfterLook(id)).toBe("closed");
  await stopped;
  await expect(host.connect(id)).rejects.toMatchObject({ code: "28000" });
  await host.limit(id, "b", 10 * LIMIT);
  await expect.poll(stateAfterLook(id)).toBeUndefined();
  await (await host.connect(id)).query("INSERT INTO rows VALUES ('x')");
});

it("RF-20: temporary tables count, and go with the session that made them", async () => {
  const id = await host.addDatabase("c", { maxBytes: LIMIT });
  const client = await host.connect(id);
  const gone = ended(client);
  await client.query(
    "CREATE TEMPORARY TABLE fill AS SELECT repeat(md5(g::text), 60) AS filling FROM generate_series(1, 200000) AS g",
  );
  await expect.poll(stateAfterLook(id)).not.toBeUndefined();
  await gone;
  await expect.poll(stateAfterLook(id)).toBeUndefined();
  await (await host.connect(id)).query("CREATE TABLE kept (id int)");
});
