import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { readFirstSteps } from "@/lib/hosting/databases/first-steps";
import { createKey } from "@/lib/people/api-keys/create";
import { createProject } from "@/lib/sign-in/projects/create";
import { listLatestChanges } from "@/lib/sql/data-changes/list-latest";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { describeContents } from "@/lib/sql/tables/describe-contents";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { runText } from "@/tests/support/run-statements";

let service: HostingService;
let owner: Context;
let viewer: Context;
let stranger: Context;
let databaseId: string;
let organisationId: string;

beforeAll(async () => {
  service = await openHostingService();
  const { id, member } = await service.organisation();
  organisationId = id;
  [owner, viewer] = [await service.context(member.owner), await service.context(member.viewer)];
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
});

afterAll(() => service.close());

describe("the overview of a database", () => {
  it("sees the first steps in the records", async () => {
    const hasProject = false;
    expect(await readFirstSteps(owner, { databaseId })).toEqual({ isConnected: false, hasKey: false, hasProject });
    await revealConnectionString(owner, { databaseId });
    expect(await readFirstSteps(viewer, { databaseId })).toEqual({ isConnected: true, hasKey: false, hasProject });
    const mine = { organisationId, memberId: owner.actor.id };
    await createKey(owner, { ...mine, name: "first", databaseId: null, readOnly: true, expiresAt: null });
    expect(await readFirstSteps(viewer, { databaseId })).toEqual({ isConnected: true, hasKey: true, hasProject });
    await createProject(owner, { organisationId, name: "shop" });
    expect(await readFirstSteps(viewer, { databaseId })).toMatchObject({ hasProject: true });
    // DA-M6: an organisation has keys and projects before it has a database.
    expect(await readFirstSteps(viewer, { databaseId: null })).toEqual({
      isConnected: false,
      hasKey: true,
      hasProject: true,
    });
  });

  it("counts tables, and names the extensions and the version of the server", async () => {
    expect(await describeContents(viewer, { databaseId })).toMatchObject({ tables: 0, extensions: [] });
    await runText(owner, databaseId, "create extension citext; create table books (id int primary key, title citext)");
    const found = await describeContents(viewer, { databaseId });
    expect(found).toMatchObject({ tables: 1, extensions: ["citext"], version: expect.stringMatching(/^18\.\d+$/) });
    expect(found.sizeBytes).toBeGreaterThan(1_000_000);
  });

  it("lists the last five changes with their person, newest first, and the undo of each", async () => {
    for (let id = 1; id <= 6; id += 1) await runText(owner, databaseId, `insert into books values (${id}, 'Tides')`);
    const changes = await listLatestChanges(viewer, { databaseId });
    expect(changes.map(({ text }) => text)).toEqual(
      [6, 5, 4, 3, 2].map((id) => `insert into books values (${id}, 'Tides')`),
    );
    const [newest] = changes;
    const person = { email: expect.stringContaining("@") };
    expect(newest).toMatchObject({ rowCount: 1, person, latest: { isUndone: false } });
    await undoDataChange(owner, { databaseId, changeId: newest?.latest?.id ?? "" });
    expect((await listLatestChanges(viewer, { databaseId }))[0]?.latest?.isUndone).toBe(true);
  });

  it("is not found by a stranger", async () => {
    for (const read of [readFirstSteps, describeContents, listLatestChanges]) {
      await expect(read(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
    }
  });
});
