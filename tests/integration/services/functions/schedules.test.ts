import { beforeEach, describe, expect, test } from "vitest";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { sweepFunctionLogs } from "@/lib/services/functions/logs/sweep";
import { nextRun, ScheduleInput } from "@/lib/services/functions/schedules/cron";
import { previewSchedule } from "@/lib/services/functions/schedules/preview";
import { queueDueSchedules } from "@/lib/services/functions/schedules/queue-due";
import { runScheduledFunction, type ScheduledRun } from "@/lib/services/functions/schedules/run";
import { showFunction } from "@/lib/services/functions/show";
import { updateFunction } from "@/lib/services/functions/update";
import { FixedClock } from "@/tests/support/context";
import { deploy, makeFunctions, type TestFunctions } from "@/tests/support/functions";

const MINUTE_MS = 60_000;
const REPORT = `import { caller } from "coppice";
export default { async fetch(request) { console.log(JSON.stringify([request.method, caller(), await request.json()])); return new Response("done"); } };`;

let functions: TestFunctions;
let clock: FixedClock;
let at: { projectId: string; name: string };

async function scheduled(options: { runtime?: FunctionRuntime; cron?: string } = {}) {
  clock = new FixedClock(new Date("2026-03-01T09:30:30.000Z"));
  functions = await makeFunctions({ clock, ...options });
  at = { projectId: functions.projectId, name: "report" };
  await deploy(functions, "report", REPORT);
  const schedules = [{ cron: options.cron ?? "*/5 * * * *", timezone: "UTC", enabled: true }];
  await updateFunction(await functions.server(), { ...at, schedules });
}

/** The runs that were queued for the project's schedules. */
async function queuedRuns(): Promise<ScheduledRun[]> {
  const { db } = await functions.operator();
  const rows = await db.$queryRaw<{ payload: ScheduledRun }[]>`
    select j.payload from graphile_worker._private_jobs j
    join function_schedule s on s.id = j.payload ->> 'scheduleId'
    join function f on f.id = s.function_id where f.project_id = ${at.projectId}
    order by j.payload ->> 'slot'`;
  return rows.map(({ payload }) => payload);
}

async function logged() {
  await functions.recorder.flush();
  const { items } = await listFunctionLogs(await functions.server(), { ...at, limit: 100 });
  return items.reverse();
}

describe("a schedule", () => {
  beforeEach(() => scheduled());

  test("FN-11 has one run for each slot, however many workers look at once", async () => {
    const operator = await functions.operator();
    await queueDueSchedules(operator);
    expect(await queuedRuns()).toEqual([]);
    clock.advance(5 * MINUTE_MS);
    await Promise.all(Array.from({ length: 8 }, () => queueDueSchedules(operator)));
    clock.advance(5 * MINUTE_MS);
    await Promise.all(Array.from({ length: 8 }, () => queueDueSchedules(operator)));
    expect((await queuedRuns()).map(({ slot }) => slot)).toEqual([
      "2026-03-01T09:35:00.000Z",
      "2026-03-01T09:40:00.000Z",
    ]);
  });

  test("calls the function as a schedule, and counts as an invocation", async () => {
    clock.advance(5 * MINUTE_MS);
    await queueDueSchedules(await functions.operator());
    const [run] = await queuedRuns();
    if (!run) throw new Error("no run was queued");
    await runScheduledFunction(await functions.operator(), run);
    await expect.poll(async () => (await logged()).map(({ kind }) => kind)).toEqual(["line", "invocation"]);
    const [line] = await logged();
    const caller = { kind: "schedule", cron: "*/5 * * * *", scheduledAt: run.slot };
    expect(JSON.parse(line?.message ?? "")).toEqual(["POST", caller, { cron: caller.cron, scheduledAt: run.slot }]);
  });

  test("skips a call that would be more than five minutes late, and says so", async () => {
    clock.advance(60 * MINUTE_MS);
    await queueDueSchedules(await functions.operator());
    expect(await queuedRuns()).toEqual([]);
    expect(await logged()).toMatchObject([
      {
        kind: "schedule",
        level: "warn",
        message: expect.stringMatching(/^The run of 2026-03-01T09:35:00\.000Z was skipped: .*late\.$/),
      },
    ]);
    clock.advance(5 * MINUTE_MS);
    await queueDueSchedules(await functions.operator());
    expect((await queuedRuns()).map(({ slot }) => slot)).toEqual(["2026-03-01T10:35:00.000Z"]);
  });

  test("AT-H4 skips a run that had to wait until it was more than five minutes late, and says so", async () => {
    clock.advance(5 * MINUTE_MS);
    await queueDueSchedules(await functions.operator());
    const [run] = await queuedRuns();
    if (!run) throw new Error("no run was queued");
    clock.advance(5 * MINUTE_MS);
    await runScheduledFunction(await functions.operator(), run);
    expect(await logged()).toMatchObject([
      {
        kind: "schedule",
        message: expect.stringMatching(/^The run of 2026-03-01T09:35:00\.000Z was skipped: .*late\.$/),
      },
    ]);
  });

  test("skips a run while the last one goes on, and goes on after a crash", async () => {
    clock.advance(5 * MINUTE_MS);
    const operator = await functions.operator();
    await queueDueSchedules(operator);
    const [run] = await queuedRuns();
    if (!run) throw new Error("no run was queued");
    // As a process leaves it that ended during the run.
    const runningUntil = new Date(clock.now().getTime() + MINUTE_MS);
    await operator.db.functionSchedule.update({ where: { id: run.scheduleId }, data: { runningUntil } });
    await runScheduledFunction(operator, run);
    expect(await logged()).toMatchObject([{ kind: "schedule", message: expect.stringContaining("still going on") }]);
    clock.advance(2 * MINUTE_MS);
    await runScheduledFunction(operator, run);
    await expect.poll(async () => (await logged()).at(-1)?.kind).toBe("invocation");
  });

  test("is paused with its project, and off when it is switched off", async () => {
    clock.advance(5 * MINUTE_MS);
    const operator = await functions.operator();
    await queueDueSchedules(operator);
    const [run] = await queuedRuns();
    if (!run) throw new Error("no run was queued");
    await operator.db.project.update({ where: { id: at.projectId }, data: { status: "suspended" } });
    await runScheduledFunction(operator, run);
    expect(await logged()).toMatchObject([{ kind: "schedule", message: expect.stringContaining("suspended") }]);
    await operator.db.project.update({ where: { id: at.projectId }, data: { status: "active" } });
    const off = [{ cron: "* * * * *", timezone: "UTC", enabled: false }];
    await updateFunction(await functions.server(), { ...at, schedules: off });
    clock.advance(60 * MINUTE_MS);
    await queueDueSchedules(operator);
    expect(await queuedRuns()).toEqual([]);
  });
});

describe("FN-11 the times of a schedule over a change of the clocks", () => {
  const times = (cron: string, timezone: string, from: string, count: number) => {
    const found: string[] = [];
    let after: Date | null = new Date(from);
    while (after && found.length < count) {
      after = nextRun({ cron, timezone }, after);
      if (after) found.push(after.toISOString());
    }
    return found;
  };

  test("a time that the clocks leave out comes once that day, and the next day as usual", () => {
    // In Berlin, 2:30 does not exist on 29 March 2026.
    const [first, second, third] = times("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3);
    expect(first).toBe("2026-03-28T01:30:00.000Z");
    expect(second?.slice(0, 10)).toBe("2026-03-29");
    expect(third).toBe("2026-03-30T00:30:00.000Z");
  });

  test("a time that comes twice is taken once", () => {
    // In Berlin, 2:30 comes twice on 25 October 2026.
    const found = times("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2);
    expect(found.map((each) => each.slice(0, 10))).toEqual(["2026-10-25", "2026-10-26"]);
  });

  test.each([
    ["0 0 30 4 *", "Africa/Cairo", "2027-04-29T12:00:00Z", ["2027-04-29T22:00:00.000Z", "2028-04-29T21:00:00.000Z"]],
    [
      ...["0 */2 30 4 *", "Africa/Cairo", "2027-04-29T12:00:00Z"],
      // 1:00, when midnight has been left out, then 2:00 and 4:00.
      ["2027-04-29T22:00:00.000Z", "2027-04-29T23:00:00.000Z", "2027-04-30T01:00:00.000Z"],
    ],
    [
      ...["*/20 * * * *", "Africa/Cairo", "2027-04-29T21:30:00Z"],
      ["2027-04-29T21:40:00.000Z", "2027-04-29T22:00:00.000Z", "2027-04-29T22:20:00.000Z"],
    ],
    [
      "30 23 3 4 *",
      "America/Santiago",
      "2027-04-03T12:00:00Z",
      ["2027-04-04T02:30:00.000Z", "2028-04-04T03:30:00.000Z"],
    ],
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", ["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"]],
    [
      "15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-03T00:00:00Z",
      ["2026-10-03T15:30:00.000Z", "2026-10-04T15:15:00.000Z"],
    ],
    ["0 0 * * *", "Asia/Beirut", "2027-03-27T12:00:00Z", ["2027-03-27T22:00:00.000Z", "2027-03-28T21:00:00.000Z"]],
    [
      // Every hour, also of the two that the clocks show alike.
      ...["0 * * * *", "Europe/Berlin", "2026-10-24T23:30:00Z"],
      ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000Z"],
    ],
    ["0 9 * * *", "Etc/GMT+12", "2026-01-01T00:00:00Z", ["2026-01-01T21:00:00.000Z", "2026-01-02T21:00:00.000Z"]],
  ] as [string, string, string, string[]][])(
    "SV-Low: %s in %s leaves out no day, and takes none twice",
    (cron, timezone, from, expected) => {
      expect(times(cron, timezone, from, expected.length)).toEqual(expected);
    },
  );

  test("SV-Low: a schedule that can't be is refused with its fault", () => {
    for (const [cron, message] of [
      ["0 0 31 2 *", "never comes: no month that it names has that day"],
      ["0 0 30,31 2 *", "never comes: no month that it names has that day"],
      ["60 * * * *", "has 60 for the minute, which takes 0 to 59"],
      ["0 24 * * *", "has 24 for the hour, which takes 0 to 23"],
      ["0 0 0 * *", "has 0 for the day of the month, which takes 1 to 31"],
      ["0 0 1 13 *", "has 13 for the month, which takes 1 to 12, or JAN to DEC"],
      ["0 0 * * 8", "has 8 for the day of the week, which takes 0 to 7, or SUN to SAT"],
      ["0 0 * *", "must have five fields, such as 0 8 * * 1-5"],
      ["0  0 * *", "must have five fields, such as 0 8 * * 1-5"],
    ]) {
      const { error } = ScheduleInput.safeParse({ cron });
      expect(
        error?.issues.map((issue) => issue.message),
        cron,
      ).toEqual([message]);
    }
    for (const cron of ["0 0 29 2 *", "0 0 31 2 MON", "0 0 L * *", "*/5 0-8 1,15 JAN-MAR SUN"]) {
      expect(ScheduleInput.safeParse({ cron }).success, cron).toBe(true);
    }
  });

  test("a text that is no schedule is refused", () => {
    for (const cron of ["", "* * * *", "* * * * * *", "61 * * * *", "@daily", "a b c d e"]) {
      expect(ScheduleInput.safeParse({ cron }).success, cron).toBe(false);
    }
    expect(ScheduleInput.safeParse({ cron: "0 8 * * 1-5", timezone: "Europe/Nowhere" }).success).toBe(false);
    expect(ScheduleInput.parse({ cron: "0 8 * * 1-5" })).toEqual({
      cron: "0 8 * * 1-5",
      timezone: "UTC",
      enabled: true,
    });
  });
});

test("logs are kept as many days as the plan says", async () => {
  await scheduled();
  const operator = await functions.operator();
  const { id: functionId } = await operator.db.projectFunction.findFirstOrThrow({ where: { projectId: at.projectId } });
  const hours = [1, 23, 25, 24 * 8];
  await operator.db.functionLog.createMany({
    data: hours.map((age) => ({
      ...{ projectId: at.projectId, functionId, invocationId: String(age), kind: "line", level: "info", message: "x" },
      at: new Date(clock.now().getTime() - age * 60 * MINUTE_MS),
    })),
  });
  await sweepFunctionLogs(operator);
  expect((await logged()).map(({ invocation }) => invocation)).toEqual(["1", "23"]);
});

describe("the last run of a schedule", () => {
  beforeEach(() => scheduled());

  const shown = async () => (await showFunction(await functions.server("read"), at)).schedules;

  test("is told with its outcome, and stays when others are changed", async () => {
    expect(await shown()).toMatchObject([{ lastRunAt: null, lastOutcome: null, lastInvocation: null }]);
    const operator = await functions.operator();
    clock.advance(5 * MINUTE_MS);
    await queueDueSchedules(operator);
    const [run] = await queuedRuns();
    if (!run) throw new Error("nothing was queued");
    await runScheduledFunction(operator, run);
    const last = { lastRunAt: run.slot, lastOutcome: "ok", lastInvocation: expect.stringMatching(/^call_/) };
    expect(await shown()).toMatchObject([last]);
    const kept = { cron: "*/5 * * * *", timezone: "UTC", enabled: true };
    const schedules = [{ ...kept, cron: "0 8 * * *" }, kept];
    await updateFunction(await functions.server(), { ...at, schedules });
    expect(await shown()).toMatchObject([last, { cron: "0 8 * * *", lastOutcome: null }]);
    await updateFunction(await functions.server(), { ...at, schedules: [] });
    expect(await shown()).toEqual([]);
  });

  test("is told where it failed, and where it was skipped", async () => {
    const operator = await functions.operator();
    await deploy(functions, "report", `export default { fetch() { throw new Error("no"); } };`);
    clock.advance(5 * MINUTE_MS);
    await queueDueSchedules(operator);
    const [run] = await queuedRuns();
    if (!run) throw new Error("nothing was queued");
    await runScheduledFunction(operator, run);
    expect(await shown()).toMatchObject([{ lastOutcome: "failed", lastInvocation: expect.stringMatching(/^call_/) }]);
    clock.advance(30 * MINUTE_MS);
    await queueDueSchedules(operator);
    expect(await shown()).toMatchObject([{ lastOutcome: "skipped", lastInvocation: null }]);
  });
});

test("a schedule's preview has it in words, and its next five times over a change of the clocks", async () => {
  await scheduled();
  const preview = await previewSchedule(await functions.server("read"), {
    ...{ projectId: at.projectId, cron: "30 2 * * *", timezone: "Europe/Berlin" },
  });
  expect(preview.words).toBe("At 02:30");
  expect(preview.next).toHaveLength(5);
  expect(preview.next[0]).toBe("2026-03-02T01:30:00.000Z");
});
