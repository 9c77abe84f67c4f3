import { afterAll, expect, test } from "vitest";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { showProjectDatabase } from "@/lib/services/project-database/show";
import { createProject } from "@/lib/sign-in/projects/create";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { runCommand } from "@/tests/support/command-line";
import { makeContext, OPERATOR } from "@/tests/support/context";
import { createReadyDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner } = await openOwnedService();
afterAll(() => service.close());

const makeDatabase = (name: string) => createReadyDatabase(service, organisation.member.owner, name);
let projects = 0;
const organisationId = organisation.id;

async function makeProject(): Promise<{ organisationId: string; projectId: string }> {
  projects += 1;
  const { id: projectId } = await createProject(owner, { organisationId, name: `App ${projects}`, settings: {} });
  return { organisationId, projectId };
}

test("a project has a database of its organisation, which can't be deleted meanwhile", async () => {
  const [address, databaseId] = [await makeProject(), await makeDatabase("own")];
  const none = { projectId: address.projectId, databaseId: null };
  expect(await showProjectDatabase(owner, address)).toEqual(none);
  expect(await setProjectDatabase(owner, { ...address, databaseId })).toEqual({ ...none, databaseId });
  await setProjectDatabase(owner, { ...address, databaseId });
  expect(await showProjectDatabase(owner, address)).toEqual({ ...none, databaseId });
  const refused = { code: "conflict", message: expect.stringContaining("database of the project") };
  await expect(deleteDatabase(owner, { databaseId })).rejects.toMatchObject(refused);
  expect(await service.db.database.findUniqueOrThrow({ where: { id: databaseId } })).toMatchObject({ status: "ready" });
  await setProjectDatabase(owner, { ...address, databaseId: null });
  await deleteDatabase(owner, { databaseId });
  const where = { targetId: address.projectId, action: "project.set_database" };
  const events = await service.db.auditEvent.findMany({ where });
  expect(events).toHaveLength(2);
  expect(new Set(events.map(({ data }) => data))).toEqual(
    new Set([
      { from: null, to: databaseId },
      { from: databaseId, to: null },
    ]),
  );
});

test("two projects don't share one, unless the first is deleted", async () => {
  const databaseId = await makeDatabase("shared");
  const [first, second] = [await makeProject(), await makeProject()];
  await setProjectDatabase(owner, { ...first, databaseId });
  const taken = setProjectDatabase(owner, { ...second, databaseId });
  await expect(taken).rejects.toMatchObject({ code: "conflict" });
  await deleteProject(owner, first);
  expect(await setProjectDatabase(owner, { ...second, databaseId })).toMatchObject({ databaseId });
});

test("viewers and strangers are refused, and another organisation's database isn't found", async () => {
  const address = await makeProject();
  const other = await service.organisation();
  const foreign = await createReadyDatabase(service, other.member.owner, "foreign");
  const viewer = await service.context(organisation.member.viewer);
  const set = setProjectDatabase(viewer, { ...address, databaseId: null });
  await expect(set).rejects.toMatchObject({ code: "missing_permission" });
  expect(await showProjectDatabase(viewer, address)).toMatchObject({ databaseId: null });
  const stranger = await service.context(other.member.owner);
  for (const verb of [showProjectDatabase, setProjectDatabase]) {
    await expect(verb(stranger, { ...address, databaseId: null })).rejects.toMatchObject({ code: "not_found" });
  }
  for (const databaseId of [foreign, "db_00000000000000000000"]) {
    const unknown = setProjectDatabase(owner, { ...address, databaseId });
    await expect(unknown).rejects.toMatchObject({ code: "database_not_found" });
  }
});

test("of a deletion and a link at once, one wins", async () => {
  const [address, databaseId] = [await makeProject(), await makeDatabase("race")];
  const outcomes = await Promise.allSettled([
    deleteDatabase(owner, { databaseId }),
    setProjectDatabase(owner, { ...address, databaseId }),
  ]);
  const won = outcomes.map(({ status }) => status);
  expect(won.toSorted()).toEqual(["fulfilled", "rejected"]);
  const left = await service.db.database.count({ where: { id: databaseId } });
  expect(left).toBe(won[0] === "fulfilled" ? 0 : 1);
});

test("the operator sets, prints and takes it by a command", async () => {
  const [{ projectId }, id] = [await makeProject(), await makeDatabase("command")];
  const ctx = { ...(await makeContext()), ...(await service.context(OPERATOR)) };
  const run = (...args: string[]) => runCommand({ ctx }, "project", "database", projectId, ...args);
  expect((await run()).stdout).toBe("none\n");
  expect((await run(id)).stdout).toBe(`${id}\n`);
  expect((await run()).stdout).toBe(`${id}\n`);
  expect(await run(id, "--none")).toMatchObject({ exitCode: 2 });
  expect((await run("--none")).stdout).toBe("none\n");
});
