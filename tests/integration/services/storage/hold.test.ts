import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import type { Severity } from "@/lib/services/abuse-reports/resource";
import { submitAbuseReport } from "@/lib/services/abuse-reports/submit";
import { sweepVersions } from "@/lib/services/storage/bytes/sweep";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { KEEP_REPLACED_SECONDS } from "@/lib/services/storage/objects/point";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { releaseHold } from "@/lib/sign-in/projects/hold";
import { purgeDeletedProjects } from "@/lib/sign-in/projects/purge";
import { runCommand } from "@/tests/support/command-line";
import { OPERATOR } from "@/tests/support/context";
import { makeBucket, makeStorage, put, type TestStorage } from "@/tests/support/storage";

const DAY_MILLISECONDS = 86_400_000;

async function reported(severity: Severity): Promise<TestStorage> {
  const storage = await makeStorage();
  const bucket = await makeBucket(storage);
  const server = await storage.server();
  await put(storage, bucket, "kept.txt");
  await put(storage, bucket, "deleted.txt");
  await deleteObject(server, { projectId: storage.projectId, bucket: bucket.id, key: "deleted.txt" });
  const anonymous = { ...server, actor: { kind: "anonymous", id: "anonymous" } as const };
  const report = { severity, description: "What I saw.", projectId: storage.projectId };
  const { id } = await submitAbuseReport(anonymous, report);
  await resolveAbuseReport({ ...server, actor: OPERATOR }, { id, resolution: "banned" });
  return storage;
}

async function filesOf({ folder }: TestStorage): Promise<number> {
  const entries = await readdir(join(folder, "kept"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test("objects of a project banned for child abuse material stay, until the operator lets go of them", async () => {
  const storage = await reported("csam");
  const { projectId, organisation, clock } = storage;
  const operator = { ...(await storage.server()), actor: OPERATOR };
  clock.advance((KEEP_REPLACED_SECONDS + 1) * 1_000);
  await sweepVersions(operator);
  expect(await filesOf(storage)).toBe(2);
  await deleteProject(operator, { organisationId: organisation.id, projectId });
  clock.advance(31 * DAY_MILLISECONDS);
  await purgeDeletedProjects(operator);
  expect(await operator.db.project.count({ where: { id: projectId } })).toBe(1);
  const member = await storage.member("owner");
  await expect(releaseHold(member, { projectId })).rejects.toMatchObject({ code: "missing_permission" });
  const release = () => runCommand({ ctx: operator }, "project", "release-hold", projectId);
  expect(await release()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(projectId) });
  expect(await release()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Nothing is held") });
  const where = { targetId: projectId, action: "project.release_hold" };
  expect(await operator.db.auditEvent.count({ where })).toBe(1);
  await sweepVersions(operator);
  expect(await filesOf(storage)).toBe(1);
  await purgeDeletedProjects(operator);
  expect(await operator.db.project.count({ where: { id: projectId } })).toBe(0);
  await expect(releaseHold(operator, { projectId })).rejects.toMatchObject({ code: "project_not_found" });
});

test("nothing is held after other reports", async () => {
  const storage = await reported("phishing");
  const operator = { ...(await storage.server()), actor: OPERATOR };
  storage.clock.advance((KEEP_REPLACED_SECONDS + 1) * 1_000);
  await sweepVersions(operator);
  expect(await filesOf(storage)).toBe(1);
  await expect(releaseHold(operator, { projectId: storage.projectId })).rejects.toMatchObject({ code: "conflict" });
});
