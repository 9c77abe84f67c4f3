import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { differencesOfResults } from "./compare";
import { differencesOfUndo } from "./compare-undo";
import { unintended } from "./intended";
import type { Database } from "./plain-session";
import { makeTestTables, SET_UP } from "./test-tables";

const OWN = join(import.meta.dirname, "samples");
/** A folder of PostgreSQL's own scripts, `src/test/regress/sql`, of which none is in the repository. */
const { COPPICE_POSTGRES_REGRESS: folder, COPPICE_POSTGRES_REGRESS_ONLY: only = "" } = process.env;

const scripts = [OWN, ...(folder === undefined ? [] : [folder])].flatMap((place) =>
  readdirSync(place)
    .filter((name) => name.endsWith(".sql") && basename(name).includes(only))
    .map((name) => ({ name, path: join(place, name) })),
);

let service: HostingService;

beforeAll(async () => {
  service = await openHostingService();
});

afterAll(() => service.close());

/** Each in an organisation of its own, whose plan has room for it and its restore points. */
async function open(makeTables: (database: Database) => Promise<void>) {
  const { member } = await service.organisation();
  const ctx = await service.context(member.owner);
  return {
    ctx,
    newDatabase: async (): Promise<Database> => {
      const id = await createReadyDatabase(service, member.owner);
      const database = { id, url: (await revealConnectionString(ctx, { databaseId: id })).connectionString };
      await makeTables(database);
      return database;
    },
  };
}

describe.each(scripts)("the script $name", ({ name, path }) => {
  const script = readFileSync(path, "utf8");
  const isOwn = path.startsWith(OWN);
  const openOne = () =>
    open(async (database) => {
      if (!isOwn && folder !== undefined && name !== SET_UP) await makeTestTables(folder, database);
    });

  it("has the same results in the editor and in psql, and leaves the same rows", async ({ annotate }) => {
    const { ctx, newDatabase } = await openOne();
    const { found, tally } = await differencesOfResults(ctx, script, newDatabase);
    expect(unintended(name, found)).toEqual([]);
    if (isOwn) expect(tally.compared).toBeGreaterThan(20);
    await annotate(
      `${tally.compared} statements compared, left out: ${JSON.stringify(Object.fromEntries(tally.leftOut))}`,
    );
  }, 1_200_000);

  it("is undone and redone exactly, each change of rows by itself", async ({ annotate }) => {
    const { ctx, newDatabase } = await openOne();
    const { found, changes } = await differencesOfUndo(ctx, script, await newDatabase());
    expect(unintended(name, found)).toEqual([]);
    if (isOwn) expect(changes).toBeGreaterThan(2);
    await annotate(`${changes} changes undone and redone`);
  }, 1_200_000);
});
