import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AbsentFunctions } from "@/lib/infra/workerd/absent-functions";
import { SocketFunctions } from "@/lib/infra/workerd/socket-functions";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { listFunctions } from "@/lib/services/functions/list";
import { runCommand } from "@/tests/support/command-line";
import { startFunctions } from "@/tests/support/function-runtime";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

const HELLO = answering("new Response('hello')");

/** The two ways in which no engine is there: none is set up, or the process that has it doesn't run. */
const ENGINES = [
  ["not_configured", () => new AbsentFunctions(), "No service that runs functions was found here."],
  ["function_unavailable", () => new SocketFunctions("/nonexistent/functions.sock"), "The process that runs functions"],
] as const;

/** Returns the parts of a process of the service that has no engine in place of the runtime. */
async function without({ server, operator }: TestFunctions, make: (typeof ENGINES)[number][1]) {
  const functions = make();
  onTestFinished(() => functions.close());
  return { server: { ...(await server()), functions }, operator: { ...(await operator()), functions } };
}

test.each(ENGINES)("a first deployment that nothing can try leaves no function: %s", async (code, make) => {
  const functions = await makeFunctions({ plan: "pro" });
  const { server } = await without(functions, make);
  await expect(deploy(functions, "hello", HELLO, { as: server })).rejects.toMatchObject({ code });
  expect(await listFunctions(server, { projectId: functions.projectId })).toEqual({ items: [] });
  const where = { function: { projectId: functions.projectId } };
  expect(await server.db.functionVersion.count({ where })).toBe(0);
  for await (const { id } of server.objects.list()) expect(id).toBe("nothing");
  await deploy(functions, "hello", HELLO);
  expect(await (await invoke(functions, "hello")).text()).toBe("hello");
});

test.each(ENGINES)("a later one leaves the version that answers, and is listed as failed: %s", async (code, make) => {
  const functions = await makeFunctions({ plan: "pro" });
  const { server } = await without(functions, make);
  const at = { projectId: functions.projectId, name: "hello" };
  await deploy(functions, "hello", HELLO);
  await expect(deploy(functions, "hello", "export default {};", { as: server })).rejects.toMatchObject({ code });
  await expect(rollBackFunction(server, { ...at, version: 1 })).rejects.toMatchObject({ code });
  expect(await (await invoke(functions, "hello")).text()).toBe("hello");
  const { items } = await listDeployments(server, { ...at, limit: 10 });
  expect(items.map(({ version, status }) => [version, status])).toEqual([
    [1, "failed"],
    [2, "failed"],
    [1, "active"],
  ]);
});

test.each(ENGINES)("commands say that the service has to run: %s", async (_code, make, why) => {
  const functions = await makeFunctions({ plan: "pro" });
  const { operator } = await without(functions, make);
  const folder = await mkdtemp(join(tmpdir(), "hello-"));
  await writeFile(join(folder, "index.ts"), HELLO);
  const run = (...args: string[]) =>
    runCommand({ ctx: operator, isServing: false }, "functions", ...args, "--project", functions.projectId);
  const deployed = await run("deploy", folder, "--name", "hello");
  expect(deployed).toMatchObject({ exitCode: 1, stdout: "" });
  expect(deployed.stderr).toContain(`Nothing was deployed. ${why}`);
  expect(deployed.stderr).toContain("Deploying needs the running service: start it with `npm start`.");
  expect((await run("list", "--json")).json()).toEqual({ items: [] });
  await deploy(functions, "hello", HELLO);
  const rolledBack = await run("rollback", "hello", "1");
  expect(rolledBack).toMatchObject({ exitCode: 1, stderr: deployed.stderr });
});

test("OP-L8: if the service can't run functions, a command says so, and doctor finds the same", async () => {
  const functions = await makeFunctions({ plan: "pro" });
  const folder = await mkdtemp(join(tmpdir(), "hello-"));
  await writeFile(join(folder, "index.ts"), HELLO);
  const { runtime } = startFunctions({ mode: "production", searchPath: folder });
  const ctx = { ...(await functions.operator()), functions: runtime };
  const deployed = await runCommand(
    { ctx, isServing: false },
    ...["functions", "deploy", folder, "--name", "hello", "--project", functions.projectId],
  );
  expect(deployed.stderr).toContain("The service can't run functions: nothing keeps them apart on this machine.");
  expect(deployed.stderr).not.toContain("npm start");
  const probes = { functions: async () => await runtime.standing() };
  const doctor = await runCommand({ ctx, isServing: false, probes }, "doctor");
  expect(doctor.stdout).toMatch(/^warn +functions +can't be run: nothing here keeps them apart$/m);
});
