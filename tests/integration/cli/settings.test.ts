import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { runCommand } from "@/tests/support/command-line";
import { dashboardProjectId, makeContext } from "@/tests/support/context";

let ctx: ServiceContext;

beforeEach(async () => {
  ctx = await makeContext();
  await dashboardProjectId(ctx.db);
});
afterEach(() => ctx.db.operatorSetting.deleteMany());

const run = (args: string[], stdin = "") => runCommand({ ctx, stdin }, "setting", ...args);

it("stores values, lists them with their sources, and removes them again", async () => {
  const set = await run(["set", "COPPICE_AUDIT_DAYS=365", "COPPICE_SECURITY_CONTACT=mailto:a=b@mail.example"]);
  expect(set).toMatchObject({ exitCode: 0, stdout: "Changed: COPPICE_AUDIT_DAYS, COPPICE_SECURITY_CONTACT.\n" });
  const { stdout } = await run(["list"]);
  expect(stdout).toMatch(/^COPPICE_AUDIT_DAYS +365 +stored /m);
  expect(stdout).toMatch(/^COPPICE_SECURITY_CONTACT +mailto:a=b@mail\.example +stored /m);
  expect(stdout).toMatch(/^COPPICE_DELETED_DATABASE_DAYS +7 +default +-/m);
  expect((await run(["unset", "COPPICE_AUDIT_DAYS"])).stdout).toBe("Changed: COPPICE_AUDIT_DAYS.\n");
  expect((await run(["unset", "COPPICE_AUDIT_DAYS"])).stdout).toBe("Nothing changed.\n");
  expect((await run(["list"])).stdout).toMatch(/^COPPICE_AUDIT_DAYS +730 +default /m);
});

it("reads a secret from standard input, takes none as an argument, and never prints one", async () => {
  const secret = "smtp://coppice:hunter2@mail.example";
  const refused = await run(["set", `SMTP_URL=${secret}`]);
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).not.toContain("hunter2");
  expect(await ctx.db.operatorSetting.count()).toBe(0);
  expect(await run(["set", "SMTP_URL"], `${secret}\n`)).toMatchObject({ exitCode: 0 });
  for (const format of [[], ["--json"]]) {
    const { stdout } = await run(["list", ...format]);
    expect(stdout).toContain("SMTP_URL");
    expect(stdout).not.toContain("hunter2");
  }
});

it.each([
  [["set", "COPPICE_AUDIT_DAYS"], 2, "COPPICE_AUDIT_DAYS=value"],
  [["set", "COPPICE_AUDIT_DAYS=1"], 1, "COPPICE_AUDIT_DAYS must be at least 30"],
  [["set", "COPPICE_NOTHING=1"], 1, "COPPICE_NOTHING isn't a setting"],
  [["unset", "DATABASE_URL"], 1, "DATABASE_URL isn't a setting"],
  [["test-mail", "ada@mail.example"], 1, "No mail server is set up"],
])("refuses %j", async (args, exitCode, message) => {
  const refused = await run(args);
  expect(refused).toMatchObject({ exitCode, stdout: "" });
  expect(refused.stderr).toContain(message);
});
