import { expect, test } from "vitest";
import { deleteFunction } from "@/lib/services/functions/delete";
import { runScheduledFunction } from "@/lib/services/functions/schedules/run";
import { updateFunction } from "@/lib/services/functions/update";
import { deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

/** Answers with a first byte and then nothing, or with nothing at all. */
const HOLDING = `export default { async fetch(request) {
  if (request.headers.get("x-stream")) {
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode("first"));
    setTimeout(() => writer.close(), 1e6);
    return new Response(readable);
  }
  console.log("begun");
  await new Promise((resolve) => setTimeout(resolve, 1e6));
} };`;

const WITHDRAWALS: [string, string, (functions: TestFunctions) => Promise<unknown>][] = [
  ["its project is suspended", "project_suspended", (functions) => setProject(functions, { status: "suspended" })],
  ["its project is banned", "project_suspended", (functions) => setProject(functions, { status: "banned" })],
  ["its project is deleted", "project_not_found", (functions) => setProject(functions, { deletedAt: new Date() })],
  [
    "its organisation may not run functions any more",
    "feature_disabled",
    async ({ organisation: { id }, operator }) =>
      (await operator()).db.organisation.update({ where: { id }, data: { functions: false } }),
  ],
  [
    "it is deleted",
    "function_not_found",
    async ({ server, projectId }) => deleteFunction(await server(), { projectId, name: "holding" }),
  ],
];

test.each(WITHDRAWALS)("AB-05: a function's running calls end soon after %s", async (_name, code, withdraw) => {
  const functions = await makeFunctions({ plan: "pro" });
  await deploy(functions, "holding", HOLDING);
  const reader = (await invoke(functions, "holding", { headers: { "x-stream": "1" } })).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  const waiting = invoke(functions, "holding");
  waiting.catch(() => undefined);
  await withdraw(functions);
  await expect(waiting).rejects.toMatchObject({ code });
  await expect(reader?.read()).rejects.toThrow();
});

test("AB-05: functions of other projects go on", async () => {
  const functions = await makeFunctions({ plan: "pro" });
  const other = await makeFunctions({ plan: "pro", runtime: functions.runtime });
  for (const each of [functions, other]) await deploy(each, "holding", HOLDING);
  const reader = (await invoke(other, "holding", { headers: { "x-stream": "1" } })).body?.getReader();
  await reader?.read();
  const waiting = invoke(functions, "holding");
  waiting.catch(() => undefined);
  await setProject(functions, { status: "suspended" });
  await expect(waiting).rejects.toMatchObject({ code: "project_suspended" });
  const read = reader?.read().then(() => "ended");
  expect(await Promise.race([read, Promise.resolve("goes on")])).toBe("goes on");
  await reader?.cancel();
});

test("AB-05: a scheduled run ends, and its log says why", async () => {
  const functions = await makeFunctions({ plan: "pro" });
  const { projectId } = functions;
  await deploy(functions, "holding", HOLDING);
  const schedules = [{ cron: "* * * * *", timezone: "UTC", enabled: true }];
  await updateFunction(await functions.server(), { projectId, name: "holding", schedules });
  const operator = await functions.operator();
  const { id } = await operator.db.functionSchedule.findFirstOrThrow({ where: { function: { projectId } } });
  const running = runScheduledFunction(operator, { scheduleId: id, slot: new Date().toISOString() });
  await expect
    .poll(async () => (await operator.db.functionSchedule.findUniqueOrThrow({ where: { id } })).runningUntil)
    .not.toBeNull();
  await setProject(functions, { status: "suspended" });
  await running;
  expect((await operator.db.functionSchedule.findUniqueOrThrow({ where: { id } })).runningUntil).toBeNull();
  const logged = async () => {
    await functions.recorder.flush();
    const rows = await operator.db.functionLog.findMany({ where: { projectId }, omit: { id: true } });
    return rows.map(({ kind, message }) => `${kind}: ${message}`);
  };
  await expect.poll(logged).toContainEqual(expect.stringContaining("The project is suspended."));
  expect((await logged()).filter((line) => line.startsWith("schedule"))).toEqual([]);
});

async function setProject({ operator, projectId: id }: TestFunctions, data: object): Promise<void> {
  await (await operator()).db.project.update({ where: { id }, data });
}
