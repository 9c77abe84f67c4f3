import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { browseRows } from "@/lib/sql/tables/browse";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let owner: Context;
let databaseId: string;
let connectionString: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  owner = await service.context(member.owner);
  databaseId = await createReadyDatabase(service, member.owner);
  connectionString = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(() => service.close());

/** One column of each type whose text could be written in more ways than one. */
const VALUES: [type: string, value: string, other: string][] = [
  ["boolean", "true", "f"],
  ["char(5)", "'ab'", "cd"],
  ["inet", "'10.0.0.1'", "10.0.0.2"],
  ["numeric(12,4)", "'1.50'", "2"],
  ["float8", "'0.1'", "1e-7"],
  ["timestamptz", "'2026-03-29 01:30:00.123456+02'", "2026-01-01 00:00:00+00"],
  ["date", "'2026-02-01'", "2026-02-02"],
  ["interval", "'1 day 2 hours'", "3 mons"],
  ["bytea", String.raw`'\x00ff'`, String.raw`\x01`],
  ["jsonb", `'{"b": 1.10, "a": [null]}'`, "[]"],
  ["json", `'{"b":  1}'`, '{"c":2}'],
  ["text[]", `'{a,NULL,"b c"}'`, "{}"],
  ["money", "'12.30'", "$1.00"],
  ["uuid", "'0190163d-8694-739b-aea5-966c26f8ad91'", "0190163d-8694-739b-aea5-966c26f8ad92"],
  ["int4range", "'[1,3]'", "empty"],
  ["bit(3)", "'101'", "111"],
  ["xml", "'<a>1</a>'", "<b/>"],
  ["text", "''", "x"],
];

describe("a value as the page shows it", () => {
  it("is the value that a change expects to find, of every type, and that undo brings back", async () => {
    const columns = VALUES.map(([type], place) => `c${place} ${type}`);
    await asCustomer(connectionString, async (client) => {
      await client.query(`CREATE TABLE kinds (id int PRIMARY KEY, ${columns.join(", ")})`);
      await client.query(`INSERT INTO kinds VALUES (1, ${VALUES.map(([, value]) => value).join(", ")})`);
    });
    const cells = async () => {
      const { rows } = await browseRows(owner, { databaseId, schema: "public", name: "kinds", filters: [] });
      return rows[0]?.cells ?? [];
    };
    const before = await cells();
    const table = { schema: "public", name: "kinds" };
    for (const [place, [type, , other]] of VALUES.entries()) {
      const column = `c${place}`;
      const seen = before[place + 1] ?? null;
      const change = {
        kind: "update" as const,
        table,
        key: { id: "1" },
        values: { [column]: other },
        expected: { [column]: seen },
      };
      const { changeId } = await applyRowChanges(owner, { databaseId, changes: [change] }).catch((error: unknown) => {
        throw new Error(`${type}, seen as ${seen}`, { cause: error });
      });
      expect((await cells())[place + 1], type).not.toBe(seen);
      await expect(applyRowChanges(owner, { databaseId, changes: [change] }), type).rejects.toMatchObject({
        code: "change_conflict",
      });
      await undoDataChange(owner, { databaseId, changeId });
      expect(await cells(), type).toEqual(before);
    }
  });
});
