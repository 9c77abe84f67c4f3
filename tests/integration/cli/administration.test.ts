import { beforeEach, expect, it } from "vitest";
import { submitAbuseReport } from "@/lib/services/abuse-reports/submit";
import { type CommandOutcome, runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

let run: (...args: string[]) => Promise<CommandOutcome>;

beforeEach(async () => {
  const ctx = await makeContext();
  await ctx.db.abuseReport.deleteMany({});
  run = (...args) => runCommand({ ctx }, ...args);
});

it("makes, lists and revokes an admin key, whose secret is printed once", async () => {
  const made = (await run("admin-key", "create", "--name", "triage", "--expires", "90d", "--json")).json<{
    id: string;
    secret: string;
  }>();
  expect(made.secret).toMatch(/^ak_coppice_/);
  const listed = await run("admin-key", "list");
  expect(listed.stdout).toMatch(new RegExp(`^${made.id} +triage +ak_coppice_….{4} +active `, "m"));
  expect(listed.stdout).not.toContain(made.secret);
  expect((await run("admin-key", "revoke", made.id)).stdout).toBe(`Revoked triage (${made.id}).\n`);
  expect((await run("admin-key", "list")).stdout).toMatch(new RegExp(`^${made.id} .* revoked `, "m"));
  expect((await run("admin-key", "create", "--name", "x")).stdout).toMatch(
    /^secret +ak_coppice_\w+ {2}\(shown only once\)$/m,
  );
});

it("lists reports in a line each, bans by one, and lifts the ban", async () => {
  const ctx = await makeContext();
  const project = await insertProject(await createOrganisation());
  const description = `It imitates\n\u001b[31mmy bank${"!".repeat(80)}`;
  const { id } = await submitAbuseReport(ctx, { severity: "phishing", description, projectId: project.id });
  const other = await submitAbuseReport(ctx, { severity: "other", description: "Rude." });
  const { stdout } = await run("abuse-report", "list");
  expect(stdout).toMatch(new RegExp(`^${id} .* phishing  ${project.id}  -  +It imitates \\[31mmy bank!+…$`, "m"));
  expect(stdout.indexOf(id)).toBeLessThan(stdout.indexOf(other.id));
  const first = (await run("abuse-report", "list", "--limit", "1", "--json")).json<{ nextCursor: string }>();
  expect((await run("abuse-report", "list", "--after", first.nextCursor)).stdout).toContain(other.id);
  const resolve = (report: string, ...options: string[]) => run("abuse-report", "resolve", report, ...options);
  const banned = await resolve(id, "--resolution", "banned", "--note", "Seen.", "--json");
  expect(banned.json()).toMatchObject({ resolution: "banned", note: "Seen.", project: { status: "banned" } });
  expect(await resolve(id, "--resolution", "warned")).toMatchObject({
    exitCode: 1,
    stderr: "error: The report is resolved already.\n",
  });
  expect((await resolve(other.id, "--resolution", "suspended")).exitCode).toBe(1);
  expect((await resolve(other.id, "--resolution", "warned", "--project", project.name)).stdout).toMatch(
    new RegExp(`^project +${project.name} \\(${project.id}\\)$`, "m"),
  );
  expect((await run("project", "unsuspend", project.id)).stdout).toBe(`${project.name} is active.\n`);
  const { items } = (await run("abuse-report", "list", "--status", "resolved", "--json")).json<{ items: object[] }>();
  expect(items).toHaveLength(2);
});
