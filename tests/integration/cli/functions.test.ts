import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "@/tests/support/command-line";
import { deploy, invoke, makeFunctions } from "@/tests/support/functions";

test("a folder is bundled where it is, with its packages, and deployed, called, rolled back and deleted", async () => {
  const functions = await makeFunctions();
  const ctx = await functions.operator();
  const parent = await mkdtemp(join(tmpdir(), "folder-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, "greet");
  await mkdir(join(folder, "node_modules", "polite"), { recursive: true });
  await writeFile(join(folder, "node_modules", "polite", "index.js"), "module.exports = (name) => 'Dear ' + name;");
  const index = `import polite from "polite"; import { createHash } from "crypto";
export default { async fetch(request) { console.log("called"); return new Response(polite(process.env.NAME) + createHash("sha256").update("").digest("hex").slice(0, 4)); } };`;
  await writeFile(join(folder, "index.ts"), index);
  const run = (...args: string[]) => runCommand({ ctx }, "functions", ...args, "--project", functions.projectId);
  const deployed = await run(
    "deploy",
    folder,
    "--access",
    "public",
    "--env",
    "NAME=Ada",
    "--message",
    "The first",
    "--json",
  );
  expect(deployed).toMatchObject({ exitCode: 0 });
  expect(deployed.json()).toMatchObject({
    version: 1,
    status: "active",
    message: "The first",
    by: { kind: "operator" },
  });
  expect(await (await invoke(functions, "greet")).text()).toBe("Dear Adae3b0");
  expect((await run("list")).stdout).toMatch(/^greet +public +1 +0 +http:/m);
  await deploy(functions, "greet", "export default { fetch: () => new Response('two') };");
  expect((await run("rollback", "greet", "1")).exitCode).toBe(0);
  expect((await run("deployments", "greet")).stdout).toMatch(/^1 +active .*Back to version 1$/m);
  const scheduled = await run("schedule", "greet", "--cron", "0 8 * * 1-5", "--timezone", "Europe/Berlin");
  expect(scheduled.stdout).toMatch(/^0 8 \* \* 1-5 +Europe\/Berlin +on +20/m);
  expect((await run("schedule", "greet", "--clear", "--json")).json()).toEqual({ schedules: [] });
  await expect
    .poll(async () => {
      await functions.recorder.flush();
      return (await run("logs", "greet")).stdout;
    })
    .toMatch(/info {3}call_\w+ {2}called\n.*answered 200 after/s);
  const untilCalled = (text: string) => {
    if (text.includes("called")) throw new Error("the test has read enough");
  };
  const follow = ["functions", "logs", "greet", "--project", functions.projectId, "--follow", "--json"];
  const followed = await runCommand({ ctx, onWrite: untilCalled }, ...follow);
  const entries = followed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries.at(-1)).toMatchObject({ level: "info", message: "called" });
  expect((await run("delete", "greet")).stdout).toBe("Deleted greet.\n");
  expect((await run("list", "--json")).json()).toEqual({ items: [] });
});

test("a mistake in a folder is told with its place, and nothing is deployed", async () => {
  const functions = await makeFunctions();
  const ctx = await functions.operator();
  const folder = await mkdtemp(join(tmpdir(), "wrong-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "index.ts"), 'import "not-installed";\nexport default {};');
  const failed = await runCommand(
    { ctx },
    "functions",
    "deploy",
    folder,
    "--name",
    "wrong",
    "--project",
    functions.projectId,
  );
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain("index.ts:1: Could not resolve");
  expect(await ctx.db.projectFunction.count({ where: { projectId: functions.projectId } })).toBe(0);
});
