import { beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { ExportProjectLogInput, exportProjectLog, MOST_EXPORTED } from "@/lib/services/project-logs/export";
import { createOrganisation, FixedClock, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const START = new Date("2026-03-01T09:30:00.000Z");

let organisation: TestOrganisation;
let projectId: string;

beforeEach(async () => {
  organisation = await createOrganisation();
  projectId = (await insertProject(organisation)).id;
});

async function addRequests(count: number): Promise<void> {
  const { db } = await makeContext();
  await db.$executeRaw`
    insert into request_log (project_id, at, level, operation, method, status, duration_ms, request_id)
    select ${projectId}, ${START}::timestamptz - n * interval '1 millisecond', case when n % 2 = 0 then 'error' else 'info' end,
      'getInfo', 'GET', 200, n, 'req_' || n
    from generate_series(1, ${count}) n`;
}

async function exported(filter: Record<string, unknown> = {}, actor: Actor = organisation.member.viewer) {
  const ctx = await makeContext({ actor, clock: new FixedClock(START) });
  let text = "";
  const input = ExportProjectLogInput.parse({ organisationId: organisation.id, projectId, ...filter });
  const write = async (lines: string) => {
    text += lines;
  };
  await exportProjectLog(ctx, { ...input, write });
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

it("writes the entries that fit as JSON Lines, newest first, and is in the audit log", async () => {
  await addRequests(2_003);
  const lines = await exported({ level: "error" });
  expect(lines).toHaveLength(1_001);
  expect(lines[0]).toMatchObject({ source: "request", requestId: "req_2", level: "error" });
  expect(lines.at(-1)).toMatchObject({ requestId: "req_2002" });
  const { db } = await makeContext();
  const where = { targetId: projectId, action: "project.export_logs" };
  expect(await db.auditEvent.findMany({ where })).toMatchObject([{ actorId: organisation.member.viewer.id }]);
});

it("says on its last line that more entries follow than it has", async () => {
  await addRequests(MOST_EXPORTED + 1);
  const lines = await exported();
  expect(lines).toHaveLength(MOST_EXPORTED + 1);
  expect(lines.at(-1)).toEqual({ cut: expect.stringMatching(/^The export ends after 50,000 entries, at 2026-03-01T/) });
});

it("is empty for a project without entries", async () => {
  expect(await exported()).toEqual([]);
});

it("is for members alone", async () => {
  const other = await createOrganisation();
  await expect(exported({}, other.member.owner)).rejects.toMatchObject({ code: "not_found" });
});
