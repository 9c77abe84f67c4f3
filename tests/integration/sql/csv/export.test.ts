import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { ExportRowsInput, exportRows } from "@/lib/sql/csv/export";
import { asCustomer, asSuperuser, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();
afterAll(() => service.close());

const HOSTILE = `a"b,c;d\te'f\\g\n\r\nline, \u202Eend`;

beforeAll(async () => {
  await setUp(`
    CREATE TABLE things (id int PRIMARY KEY, name text, price numeric(10,2), facts json, at timestamptz, tags text[]);
    INSERT INTO things VALUES (3, NULL, NULL, NULL, NULL, NULL), (1, '', 9.50, E'{"b": 1,\\n "a": [true]}', '2026-03-01 09:30Z', '{a,"b,c"}');
    CREATE TABLE many AS SELECT n, 'row ' || n AS name FROM generate_series(1, 200000) AS n;`);
  await asCustomer(url, (client) => client.query("INSERT INTO things (id, name) VALUES (2, $1)", [HOSTILE]));
});

async function exported(options: object, ctx: Context = owner, id = databaseId): Promise<string> {
  const parts: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => void parts.push(bytes);
  const input = ExportRowsInput.parse({ databaseId: id, schema: "public", name: "things", format: "csv", ...options });
  await exportRows(ctx, { ...input, write });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(parts));
}

describe("an export of rows", () => {
  it("is CSV that tells NULL from an empty text, and quotes the fields that need it", async () => {
    const text = await exported({});
    expect(text.split("\n").slice(0, 4)).toEqual([
      "id,name,price,facts,at,tags",
      '1,"",9.50,"{""b"": 1,',
      ' ""a"": [true]}",2026-03-01 09:30:00+00,"{a,""b,c""}"',
      `2,"${HOSTILE.replaceAll('"', '""').split("\n")[0]}`,
    ]);
    const { data, errors } = Papa.parse<string[]>(text.trimEnd());
    expect(errors).toEqual([]);
    expect(data[2]?.[1]).toBe(HOSTILE);
    expect(text.endsWith("\n3,,,,,\n")).toBe(true);
  });

  it("has the delimiter, text for NULL, byte order mark and header that were asked for", async () => {
    const filters = [{ column: "id", operator: "equals", value: "3" }];
    expect(await exported({ delimiter: ";", nullText: "NULL", hasByteOrderMark: true, filters })).toBe(
      "\uFEFFid;name;price;facts;at;tags\n3;NULL;NULL;NULL;NULL;NULL\n",
    );
    expect(await exported({ format: "tsv", hasHeader: false, filters })).toBe("3\t\t\t\t\t\n");
  });

  it("is NDJSON with one object a line, for any values", async () => {
    const lines = (await exported({ format: "ndjson" })).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { id: 1, name: "", price: 9.5, facts: { a: [true], b: 1 }, at: "2026-03-01T09:30:00+00:00", tags: ["a", "b,c"] },
      { id: 2, name: HOSTILE, price: null, facts: null, at: null, tags: null },
      { id: 3, name: null, price: null, facts: null, at: null, tags: null },
    ]);
  });

  it("HP-01: has the filters and the order of the page, whose values are taken as they are", async () => {
    const sort = [{ column: "name", direction: "descending" }];
    const ids = (text: string) =>
      Papa.parse<string[]>(text.trimEnd())
        .data.slice(1)
        .map(([id]) => id);
    expect(ids(await exported({ sort }))).toEqual(["2", "1", "3"]);
    const filters = [{ column: "name", operator: "equals", value: `x'; DROP TABLE things; --\\` }];
    expect(ids(await exported({ filters }))).toEqual([]);
    expect(ids(await exported({ filters: [{ column: "name", operator: "equals", value: HOSTILE }] }))).toEqual(["2"]);
  });

  it("is written no faster than it is read, and ends with its reader", async () => {
    let written = 0;
    const write = async (bytes: Uint8Array) => {
      written += bytes.length;
      throw new Error("nobody reads");
    };
    const input = ExportRowsInput.parse({ databaseId, schema: "public", name: "many", format: "csv" });
    await expect(exportRows(owner, { ...input, write })).rejects.toThrow();
    expect(written).toBeLessThan(1_000_000);
    const look = "SELECT FROM pg_stat_activity WHERE query LIKE 'COPY (%many%' AND state = 'active'";
    const running = () => asSuperuser(service.cluster, "postgres", (client) => client.query(look));
    await expect.poll(async () => (await running()).rowCount).toBe(0);
    expect((await exported({ name: "many" })).length).toBeGreaterThan(2_000_000);
  });

  it("is for members who may read, leaves an audit row, and is not there for a stranger", async () => {
    const viewer = await service.context(organisation.member.viewer);
    const text = await exported({}, viewer);
    expect(text).toBe(await exported({}));
    const entry = { action: "table.export", actorId: viewer.actor.id };
    expect(await service.db.auditEvent.findFirst({ where: entry })).toMatchObject({
      targetId: databaseId,
      data: { name: "public.things", format: "csv", isFiltered: false },
    });
    const stranger = await service.context((await service.organisation()).member.owner);
    for (const id of [databaseId, NO_SUCH_DATABASE]) {
      await expect(exported({}, stranger, id)).rejects.toMatchObject({ code: "database_not_found" });
    }
    await expect(exported({ name: "gone" })).rejects.toMatchObject({ code: "not_found" });
  });
});
