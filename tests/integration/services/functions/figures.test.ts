import { beforeEach, describe, expect, test } from "vitest";
import { readFunctionFigures } from "@/lib/services/functions/figures";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

const MIXED = `export default { async fetch(request) {
  const text = await request.text();
  console.log("100% of", text);
  if (text === "bad") throw new Error("no_good");
  return new Response(text);
} };`;

let functions: TestFunctions;
let at: { projectId: string; name: string };

beforeEach(async () => {
  functions = await makeFunctions();
  at = { projectId: functions.projectId, name: "mixed" };
  await deploy(functions, "mixed", MIXED);
  for (const body of ["one", "two", "bad"]) {
    await invoke(functions, "mixed", { body }).then(
      (answer) => answer.text(),
      () => undefined,
    );
  }
  // The last byte is counted a moment after it was read.
  await expect.poll(async () => (await logged({ outcome: "failed" })).length).toBe(1);
  await expect.poll(async () => (await logged({ outcome: "ok" })).length).toBe(2);
  const { usage } = await functions.operator();
  await usage.flush();
});

async function logged(filter: object) {
  await functions.recorder.flush();
  return (await listFunctionLogs(await functions.server(), { ...at, limit: 100, ...filter })).items;
}

describe("figures of the last day", () => {
  test("count calls and failures, and know how long most took", async () => {
    await deploy(functions, "idle", MIXED);
    const figures = await readFunctionFigures(await functions.server("read"), at);
    expect(figures.get("mixed")).toEqual({ invocationCount: 3, errorCount: 1, p95Ms: expect.any(Number) });
    expect(figures.get("idle")).toEqual({ invocationCount: 0, errorCount: 0, p95Ms: null });
  });

  test("leave out older ones", async () => {
    const { db, ...ctx } = await functions.server("read");
    await db.functionLog.updateMany({
      where: { projectId: at.projectId },
      data: { at: new Date(Date.now() - 2 * 86_400_000) },
    });
    await db.$executeRaw`update usage_hour set hour = hour - interval '2 days' where project_id = ${at.projectId}`;
    const figures = await readFunctionFigures({ db, ...ctx }, at);
    expect(figures.get("mixed")).toEqual({ invocationCount: 0, errorCount: 0, p95Ms: null });
  });
});

describe("the log", () => {
  test("is filtered by how calls ended, by version and by text", async () => {
    expect(await logged({ outcome: "exception" })).toMatchObject([
      { kind: "invocation", outcome: "exception", durationMs: expect.any(Number) },
    ]);
    expect(await logged({ text: "ONE" })).toMatchObject([{ message: "100% of one", outcome: null, durationMs: null }]);
    expect(await logged({ text: "0% of t" })).toHaveLength(1);
    // Characters that have a meaning in LIKE are taken literally.
    expect(await logged({ text: "1%of" })).toEqual([]);
    expect((await logged({ text: "no_good" })).length).toBeGreaterThan(0);
    expect(await logged({ text: "no.good" })).toEqual([]);
    expect(await logged({ text: "n__good" })).toEqual([]);
    expect((await logged({ version: 1 })).length).toBeGreaterThanOrEqual(6);
    expect(await logged({ version: 2 })).toEqual([]);
  });
});
