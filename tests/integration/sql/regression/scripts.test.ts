import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { type Database, differencesOfResults, differencesOfUndo } from "./compare";
import { INTENDED } from "./intended";

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
async function open() {
  const { member } = await service.organisation();
  const ctx = await service.context(member.owner);
  return {
    ctx,
    newDatabase: async (): Promise<Database> => {
      const id = await createReadyDatabase(service, member.owner);
      return { id, url: (await revealConnectionString(ctx, { databaseId: id })).connectionString };
    },
  };
}

const unintended = (differences: readonly string[]) =>
  differences.filter((difference) => !INTENDED.some(({ pattern }) => pattern.test(difference)));

describe.each(scripts)("the script $name", ({ path }) => {
  const script = readFileSync(path, "utf8");

  it("has the same results in the editor and in psql, and leaves the same rows", async () => {
    const { ctx, newDatabase } = await open();
    expect(unintended(await differencesOfResults(ctx, script, newDatabase))).toEqual([]);
  }, 600_000);

  it("is undone and redone exactly, each change of rows by itself", async () => {
    const { ctx, newDatabase } = await open();
    const { found, changes } = await differencesOfUndo(ctx, script, await newDatabase());
    expect(unintended(found)).toEqual([]);
    if (path.startsWith(OWN)) expect(changes).toBeGreaterThan(2);
  }, 600_000);
});
