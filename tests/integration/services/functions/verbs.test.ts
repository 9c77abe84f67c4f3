import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setFlag } from "@/lib/people/organisations/set-flag";
import type { ServiceContext } from "@/lib/runtime";
import { deleteFunction } from "@/lib/services/functions/delete";
import { compareVersions } from "@/lib/services/functions/deployments/compare-versions";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { listAuthors } from "@/lib/services/functions/deployments/list-authors";
import { readSources } from "@/lib/services/functions/deployments/read-sources";
import { rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { readFunctionFigures } from "@/lib/services/functions/figures";
import { listFunctions } from "@/lib/services/functions/list";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { previewSchedule } from "@/lib/services/functions/schedules/preview";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { setSecret } from "@/lib/services/functions/secrets/set";
import { showFunction } from "@/lib/services/functions/show";
import { deployTemplate } from "@/lib/services/functions/templates/deploy";
import { updateFunction } from "@/lib/services/functions/update";
import { deleteVariable } from "@/lib/services/functions/variables/delete";
import { listVariables } from "@/lib/services/functions/variables/list";
import { setVariable } from "@/lib/services/functions/variables/set";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

const HELLO = answering("new Response('hello')");

let functions: TestFunctions;
let at: { projectId: string; name: string };

beforeEach(async () => {
  functions = await makeFunctions();
  at = { projectId: functions.projectId, name: "hello" };
  await deploy(functions, "hello", HELLO, { env: { GIVEN: "from the start" } });
  await setSecret(await functions.server(), { ...at, name: "KEPT", value: "a value that is kept" });
});

const CHANGES: [string, (ctx: ServiceContext) => Promise<unknown>][] = [
  ["function.deploy", (ctx) => deployFunction(ctx, { ...at, ...DeployInput.parse({ files: { "index.ts": HELLO } }) })],
  ["function.deploy", (ctx) => deployTemplate(ctx, { projectId: at.projectId, name: "made", template: "hello" })],
  ["function.roll_back", (ctx) => rollBackFunction(ctx, { ...at, version: 1 })],
  ["function.update", (ctx) => updateFunction(ctx, { ...at, access: "public" })],
  ["function.delete", (ctx) => deleteFunction(ctx, at)],
  ["function.update", (ctx) => setVariable(ctx, { ...at, variable: "MODE", value: "live" })],
  ["function.update", (ctx) => deleteVariable(ctx, { ...at, variable: "GIVEN" })],
  ["function_secret.set", (ctx) => setSecret(ctx, { projectId: at.projectId, name: "TOKEN", value: "t" })],
  ["function_secret.delete", (ctx) => deleteSecret(ctx, { projectId: at.projectId, name: "KEPT" })],
];

const READS: [string, (ctx: ServiceContext) => Promise<unknown>][] = [
  ["listing", (ctx) => listFunctions(ctx, at)],
  ["showing", (ctx) => showFunction(ctx, at)],
  ["deployments", (ctx) => listDeployments(ctx, { ...at, limit: 20 })],
  ["secrets", (ctx) => listSecrets(ctx, at)],
  ["logs", (ctx) => listFunctionLogs(ctx, { ...at, limit: 20 })],
  ["figures", (ctx) => readFunctionFigures(ctx, at)],
  ["sources", (ctx) => readSources(ctx, at)],
  ["comparing", (ctx) => compareVersions(ctx, { ...at, from: 1, to: 1 })],
  ["authors", (ctx) => listAuthors(ctx, { ...at, deployments: [] })],
  ["a schedule's preview", (ctx) => previewSchedule(ctx, { ...at, cron: "0 8 * * *", timezone: "UTC" })],
];

describe.each(CHANGES)("%s", (action, change) => {
  test("works for servers and members, is recorded, refused to members who only read, and hidden from strangers", async () => {
    await expect(change(await functions.server("read"))).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await expect(change(await functions.member("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(await functions.user("usr_1"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(await functions.stranger())).rejects.toMatchObject({ code: "project_not_found" });
    const ctx = await functions.server();
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "suspended" } });
    await expect(change(ctx)).rejects.toMatchObject({ code: "project_suspended" });
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "active" } });
    await change(ctx);
    const where = { organisationId: functions.organisation.id, action, actorId: ctx.actor.id };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });

  test("is refused where the operator has switched functions off", async () => {
    const operator = await functions.operator();
    await setFlag(operator, { organisationId: functions.organisation.id, flag: "functions", isOn: false });
    await expect(change(await functions.server())).rejects.toMatchObject({ code: "feature_disabled" });
  });
});

describe.each(READS)("%s", (_, read) => {
  test("is for the project's own keys and members alone, where functions are on", async () => {
    await expect(read(await functions.server("read"))).resolves.toBeDefined();
    await expect(read(await functions.member("viewer"))).resolves.toBeDefined();
    await expect(read(await functions.visitor())).rejects.toMatchObject({ code: "missing_permission" });
    await expect(read(await functions.stranger())).rejects.toMatchObject({ code: "project_not_found" });
    const operator = await functions.operator();
    await setFlag(operator, { organisationId: functions.organisation.id, flag: "functions", isOn: false });
    await expect(read(await functions.server())).rejects.toMatchObject({ code: "feature_disabled" });
  });
});

test("the plan bounds how many functions there are, however many are deployed at once", async () => {
  const names = Array.from({ length: 4 }, (_, index) => `f${index}`);
  const ctx = await functions.server();
  await ctx.db.projectFunction.createMany({
    data: Array.from({ length: 7 }, (_, index) => ({
      ...{ id: `fn_${at.projectId.slice(2)}${index}`, projectId: at.projectId, name: `other-${index}` },
      ...{ access: "server", createdAt: new Date(), updatedAt: new Date() },
    })),
  });
  // A bundle is deployed as it is; four compilers at once may take longer than one is allowed to.
  const input = DeployInput.parse({ bundle: HELLO });
  const made = await Promise.allSettled(names.map((name) => deployFunction(ctx, { ...at, name, ...input })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const refused = made.filter((each) => each.status === "rejected").map(({ reason }) => reason.code);
  expect(refused).toEqual(["limit_reached", "limit_reached"]);
});

test("a function is shown as it was set, and a change of nothing is refused", async () => {
  const ctx = await functions.server();
  const egress = ["api.example.com", "b.example.com"];
  const schedules = [{ cron: "0 8 * * 1-5", timezone: "Europe/Berlin", enabled: true }];
  await updateFunction(ctx, { ...at, access: "server", egress, env: { MODE: "live" }, schedules });
  expect(await showFunction(ctx, at)).toMatchObject({
    ...{ name: "hello", access: "server", activeVersion: 1, egress, env: ["MODE"] },
    url: `http://127.0.0.1:3001/f/${at.projectId}/hello`,
    schedules: [{ ...schedules[0], nextRunAt: expect.stringMatching(/T0[67]:00:00\.000Z$/) }],
    limits: { wallSeconds: 10, memoryBytes: 128 * 1024 ** 2, atOnce: 5 },
  });
  await updateFunction(ctx, { ...at, egress: "none", schedules: [] });
  expect(await showFunction(ctx, at)).toMatchObject({ egress: "none", env: ["MODE"], schedules: [] });
});

test("a project has as many schedules as its plan allows", async () => {
  const ctx = await functions.server();
  const schedules = (count: number) =>
    Array.from({ length: count }, () => ({ cron: "* * * * *", timezone: "UTC", enabled: true }));
  await updateFunction(ctx, { ...at, schedules: schedules(5) });
  await expect(updateFunction(ctx, { ...at, schedules: schedules(6) })).rejects.toMatchObject({
    code: "limit_reached",
  });
  await deploy(functions, "other", HELLO);
  const other = updateFunction(ctx, { ...at, name: "other", schedules: schedules(1) });
  await expect(other).rejects.toMatchObject({ code: "limit_reached" });
});

test("variables are set one at a time, by several at once, and shown to members who may change them", async () => {
  const ctx = await functions.server();
  await deploy(functions, "hello", answering("Response.json({ mode: process.env.MODE, given: process.env.GIVEN })"));
  const said = async () => (await invoke(functions, "hello")).json();
  expect(await said()).toEqual({ given: "from the start" });
  const names = Array.from({ length: 8 }, (_, index) => `V${index}`);
  await Promise.all(names.map((variable) => setVariable(ctx, { ...at, variable, value: "" })));
  await setVariable(ctx, { ...at, variable: "MODE", value: 'it\'s "live"\n✓' });
  expect(await said()).toEqual({ mode: 'it\'s "live"\n✓', given: "from the start" });
  await deleteVariable(ctx, { ...at, variable: "GIVEN" });
  expect(await said()).toEqual({ mode: 'it\'s "live"\n✓' });
  expect(await listVariables(await functions.member("developer"), at)).toEqual([
    { name: "MODE", value: 'it\'s "live"\n✓' },
    ...names.map((name) => ({ name, value: "" })),
  ]);
  await expect(listVariables(await functions.member("viewer"), at)).rejects.toMatchObject({
    code: "missing_permission",
  });
  await expect(listVariables(await functions.stranger(), at)).rejects.toMatchObject({ code: "project_not_found" });
  const trace = await ctx.db.auditEvent.findMany({ where: { action: "function.update", actorId: ctx.actor.id } });
  expect(JSON.stringify(trace.map(({ data }) => data))).not.toContain("live");
});

test("a variable has a name of its own and a bounded value, and a function 64 of them", async () => {
  const ctx = await functions.server();
  const set = (variable: string, value = "v") => setVariable(ctx, { ...at, variable, value });
  for (const name of ["1KEY", "A-B", "DATABASE_URL", "coppice_x", "", "x".repeat(65)]) {
    await expect(set(name), name).rejects.toMatchObject({ code: "invalid_request" });
  }
  await expect(set("LONG", "é".repeat(4_097))).rejects.toThrow("The variable must be at most 8 kB.");
  await expect(set("NUL", "a\0b")).rejects.toMatchObject({ code: "invalid_request" });
  const env = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`V${index}`, ""]));
  await updateFunction(ctx, { ...at, env });
  await set("V1", "another");
  await expect(set("V64")).rejects.toThrow("There must be at most 64 variables.");
  await expect(deleteVariable(ctx, { ...at, variable: "V64" })).rejects.toMatchObject({ code: "not_found" });
});

test("a secret is never shown again, and is stored encrypted", async () => {
  const ctx = await functions.server();
  const value = "sk_live_0123456789abcdef";
  expect(await setSecret(ctx, { projectId: at.projectId, name: "STRIPE_KEY", value })).toEqual({
    ...{ name: "STRIPE_KEY", updatedAt: expect.any(String) },
    digest: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  expect(JSON.stringify(await listSecrets(ctx, at))).not.toContain(value);
  const rows = await ctx.db.functionSecret.findMany({ where: { projectId: at.projectId } });
  expect(rows.every((row) => row.value.startsWith("s1."))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(value);
  for (const name of ["DATABASE_URL", "COPPICE_X"]) {
    await expect(setSecret(ctx, { projectId: at.projectId, name, value })).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
});

test("a deleted function is gone with its bytes, and its name is free", async () => {
  const ctx = await functions.server();
  const before = await ctx.db.functionVersion.findMany({ where: { function: { projectId: at.projectId } } });
  expect(await ctx.objects.has(before[0]?.id ?? "")).toBe(true);
  await deleteFunction(ctx, at);
  await expect(showFunction(ctx, at)).rejects.toMatchObject({ code: "function_not_found" });
  expect(await ctx.objects.has(before[0]?.id ?? "")).toBe(false);
  expect(await deploy(functions, "hello", HELLO)).toMatchObject({ version: 1, status: "active" });
});

afterEach(async () => {
  const { db } = await functions.operator();
  await db.project.deleteMany({ where: { id: functions.projectId } });
});
