import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/core/db/client";
import type { AnsweredRequest } from "@/lib/core/ports/telemetry";
import { RequestRecorder } from "@/lib/services/project-logs/recorder";
import { sweepRequestLog } from "@/lib/services/project-logs/sweep";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { purgeDeletedProjects } from "@/lib/sign-in/projects/purge";
import { createOrganisation, FixedClock, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const DAY_MS = 86_400_000;

let organisation: TestOrganisation;
let clock: FixedClock;
let projectId: string;

beforeEach(async () => {
  organisation = await createOrganisation();
  clock = new FixedClock();
  projectId = (await insertProject(organisation)).id;
});

const answered = (of: string, status = 200): AnsweredRequest => ({
  ...{ operation: "getInfo", method: "GET", status, milliseconds: 3.4, requestId: `req_${status}` },
  subject: { projectId: of },
});

async function makeRecorder(db?: Database) {
  const ctx = await makeContext({ clock });
  return new RequestRecorder(db ?? ctx.db, ctx.log, clock);
}

async function rowsOf(of: string) {
  const { db } = await makeContext();
  return db.requestLog.findMany({ where: { projectId: of }, orderBy: [{ at: "asc" }, { id: "asc" }] });
}

/** A database that refuses everything while `isAway`. */
async function unsteadyDatabase() {
  const { db } = await makeContext();
  const state = { isAway: true };
  const unsteady = new Proxy(db, {
    get: (target, name) => {
      if (state.isAway && name === "$executeRaw") return () => Promise.reject(new Error("away"));
      return Reflect.get(target, name);
    },
  });
  return { state, db: unsteady };
}

describe("the requests of a project", () => {
  it("are written with their facts, and those of no project are not", async () => {
    const recorder = await makeRecorder();
    recorder.record({
      ...answered(projectId, 403),
      code: "missing_permission",
      subject: { projectId, userId: "usr_1", keyId: "key_1", functionName: "hello", invocationId: "call_1" },
    });
    recorder.record(answered("p_00000000000000000000"));
    recorder.record({ operation: "getInfo", method: "GET", status: 200, milliseconds: 1, requestId: "req_nobody" });
    await recorder.close();
    expect(await rowsOf(projectId)).toEqual([
      {
        ...{ projectId, id: expect.any(BigInt), at: clock.now(), level: "warning", operation: "getInfo" },
        ...{ method: "GET", status: 403, code: "missing_permission", durationMs: 3, requestId: "req_403" },
        ...{ userId: "usr_1", keyId: "key_1", databaseId: null, functionName: "hello", invocationId: "call_1" },
        omitted: 0,
      },
    ]);
  });

  it("are kept up to a number a second, failures beyond it, and the rest is counted", async () => {
    const recorder = await makeRecorder();
    for (let count = 0; count < 1_000; count += 1) recorder.record(answered(projectId));
    for (let count = 0; count < 30; count += 1) recorder.record(answered(projectId, 500));
    clock.advance(1_000);
    recorder.record(answered(projectId, 201));
    await recorder.close();
    const rows = await rowsOf(projectId);
    expect(rows.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(rows.filter(({ status }) => status === 500)).toHaveLength(20);
    expect(rows.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(rows.filter(({ omitted }) => omitted > 0)).toMatchObject([{ omitted: 990, level: "warning", status: 0 }]);
  });

  it("are kept beside the flood of another project", async () => {
    const { id: quiet } = await insertProject(organisation);
    const recorder = await makeRecorder();
    for (let second = 0; second < 20; second += 1) {
      for (let count = 0; count < 2_000; count += 1) recorder.record(answered(projectId, 404));
      clock.advance(1_000);
    }
    recorder.record(answered(quiet));
    expect(recorder.waitingCount).toBeLessThanOrEqual(402);
    await recorder.close();
    expect(await rowsOf(quiet)).toHaveLength(1);
  });

  it("wait in bounded memory while the control plane is away, and are written afterwards", async () => {
    const { state, db } = await unsteadyDatabase();
    const recorder = await makeRecorder(db);
    recorder.record(answered(projectId, 500));
    for (let second = 0; second < 50; second += 1) {
      for (let count = 0; count < 100; count += 1) recorder.record(answered(projectId));
      await recorder.flush();
      clock.advance(1_000);
    }
    expect(recorder.waitingCount).toBeLessThanOrEqual(401);
    state.isAway = false;
    await recorder.close();
    const rows = await rowsOf(projectId);
    expect(rows[0]).toMatchObject({ status: 500 });
    const counted = rows.reduce((sum, { omitted }) => sum + (omitted > 0 ? omitted : 1), 0);
    expect(counted).toBe(5_001);
    recorder.record(answered(projectId, 204));
    await recorder.close();
    expect((await rowsOf(projectId)).at(-1)).toMatchObject({ status: 204 });
  });

  it("that waited for longer than a minute are only counted", async () => {
    const { state, db } = await unsteadyDatabase();
    const recorder = await makeRecorder(db);
    recorder.record(answered(projectId));
    clock.advance(61_000);
    await recorder.flush();
    state.isAway = false;
    await recorder.close();
    expect(await rowsOf(projectId)).toMatchObject([{ omitted: 1 }]);
  });
});

describe("the retention of requests", () => {
  it("is seven days", async () => {
    const recorder = await makeRecorder();
    recorder.record(answered(projectId, 200));
    clock.advance(1_000);
    recorder.record(answered(projectId, 201));
    await recorder.close();
    clock.advance(7 * DAY_MS - 500);
    await sweepRequestLog(await makeContext({ clock }));
    expect(await rowsOf(projectId)).toMatchObject([{ status: 201 }]);
  });

  it("is 100,000 rows of a project, the newest ones", async () => {
    const { db } = await makeContext();
    const { id: other } = await insertProject(organisation);
    for (const [of, rows] of [
      [projectId, 100_005],
      [other, 3],
    ] as const) {
      await db.$executeRaw`
        insert into request_log (project_id, at, level, operation, method, status, duration_ms, request_id)
        select ${of}, ${clock.now()}::timestamptz - n * interval '1 millisecond', 'info', 'getInfo', 'GET', 200, n, 'req_x'
        from generate_series(1, ${rows}) n`;
    }
    await sweepRequestLog(await makeContext({ clock }));
    const { _count, _max } = await db.requestLog.aggregate({
      where: { projectId },
      _count: true,
      _max: { durationMs: true },
    });
    expect({ _count, _max }).toEqual({ _count: 100_000, _max: { durationMs: 100_000 } });
    expect(await rowsOf(other)).toHaveLength(3);
  });

  it("ends with the project", async () => {
    const recorder = await makeRecorder();
    recorder.record(answered(projectId));
    await recorder.flush();
    await deleteProject(await makeContext({ clock }), { organisationId: organisation.id, projectId });
    recorder.record(answered(projectId));
    await recorder.close();
    expect(await rowsOf(projectId)).toHaveLength(1);
    clock.advance(31 * DAY_MS);
    await purgeDeletedProjects(await makeContext({ clock }));
    expect(await rowsOf(projectId)).toEqual([]);
  });
});
