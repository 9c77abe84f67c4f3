import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { NOUNS } from "@/lib/cli/commands/nouns";
import { createProgram } from "@/lib/cli/commands/program";
import type { ServiceContext } from "@/lib/runtime";
import { type CommandWorld, runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext } from "@/tests/support/context";

let ctx: ServiceContext;

beforeAll(async () => {
  ctx = await makeContext();
});

const unreachable = (): never => {
  throw new Error("help needs nothing");
};

describe("a command that is called wrongly", () => {
  it.each([
    [["nonsense"]],
    [["org", "nonsense"]],
    [["org", "create"]],
    [["org", "create", "a", "b"]],
    [["org", "create", "a", "--plan", "gold"]],
    [["org", "create", "   "]],
    [["org", "create", "x".repeat(65)]],
    [["org", "rename", "a", "  "]],
    [["org", "delete", "a"]],
    [["org", "set-plan", "a", "gold"]],
    [["org", "set-plan", "a", "pro", "--database-bytes", "50"]],
    [["org", "set-plan", "a", "pro", "--kept-bytes", "15M"]],
    [["org", "list", "--nonsense"]],
    [["flag", "set", "a", "sql_api", "on"]],
    [["flag", "set", "a", "management_api", "maybe"]],
    [["member", "add", "a", "ada@acme.example"]],
    [["member", "add", "a", "no address", "--role", "owner"]],
    [["member", "add", "a", "ada@acme.example", "--role", "king"]],
    [["key", "create", "a", "--name", "k"]],
    [["key", "create", "a", "--member", "m", "--name", "k", "--expires", "soon"]],
    [["project", "create", "a"]],
    [["project", "create", "a", "  "]],
    [["project", "create", "a", "b\nc"]],
    [["project", "set", "a"]],
    [["project", "set", "a", "password.minLength"]],
    [["project", "set", "a", "__proto__.x=1"]],
    [["project", "set", "a", "--name", " "]],
    [["auth-key", "create", "a"]],
    [["auth-key", "create", "a", "--name", "k", "--scope", "admin"]],
    [["auth-key", "create", "a", "--name", "k", "--expires", "soon"]],
    [["server-key", "create", "a", "--name", "k", "--scope", "root"]],
    [["test-token", "create", "--project", "a"]],
    [["test-token", "create", "--email", "a@example.com"]],
    [["test-token", "create", "--project", "a", "--email", "nobody"]],
    [["test-token", "create", "--project", "a", "--email", "a@example.com", "--ttl", "3601"]],
    [["test-token", "revoke", "--project", "a"]],
    [["provider", "set", "a", "github"]],
    [["provider", "set", "a", "evil", "--client-id", "x"]],
    [["provider", "set", "a", "github", "--client-id", "x"]],
    [["provider", "set", "a", "github", "--client-id", "x", "--secret-env", "UNSET"]],
    [["user", "list"]],
    [["user", "list", "--project", "a", "--limit", "1001"]],
    [["user", "ban", "--project", "a"]],
    [["user", "import", "users.ndjson"]],
    [["user", "import", "users.ndjson", "--project", "a", "--source", "okta"]],
    [["user", "import", "users.ndjson", "--project", "a", "--existing", "delete"]],
    [["user", "export", "--project", "a"]],
    [["auth-event", "list", "--project", "a", "--kind", "nonsense"]],
    [["auth-event", "list", "--project", "a", "--limit", "0"]],
    [["abuse-report", "list", "--status", "all"]],
    [["abuse-report", "list", "--limit", "201"]],
    [["abuse-report", "resolve", "abr_x", "--resolution", "warned"]],
    [["abuse-report", "resolve", `abr_${"0".repeat(20)}`]],
    [["admin-key", "create"]],
    [["admin-key", "create", "--name", " "]],
    [["host", "add", "pg-1"]],
    [["host", "add", "pg-1", "--capacity", "many"]],
    [["host", "add", "pg-1", "--capacity", "5"]],
    [["volume", "create"]],
    [["volume", "create", "--size", "20"]],
    [["volume", "create", "--size", "-1G"]],
  ])("%j exits with 2, says why on standard error and prints nothing", async (args) => {
    const before = await ctx.db.auditEvent.count();
    const { exitCode, stdout, stderr } = await runCommand({ ctx }, ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^error: \S/);
    expect(await ctx.db.auditEvent.count()).toBe(before);
  });

  it("prints the usage on standard error when no verb is given", async () => {
    for (const args of [[], ["org"]]) {
      const { exitCode, stdout, stderr } = await runCommand({ ctx }, ...args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain("Usage: coppice");
    }
  });
});

describe("a command that fails", () => {
  it("says so in one sentence and exits with 1", async () => {
    const { id } = await createOrganisation();
    const cases: [string[], string][] = [
      [["org", "show", "nobody"], 'No organisation has the ID or name "nobody".'],
      [["member", "remove", id, "nobody"], "Member not found."],
      [["member", "remove", id, `owner@${id}.example`], "An organisation needs at least one owner."],
      [["key", "create", id, "--member", "nobody", "--name", "k"], 'The organisation has no member "nobody".'],
      [["key", "revoke", id, "key_none"], "Key not found."],
      [["project", "show", "nobody"], 'No project has the ID or name "nobody".'],
      [["auth-key", "revoke", "nobody", "key_none"], 'No project has the ID or name "nobody".'],
      [["abuse-report", "resolve", `abr_${"0".repeat(20)}`, "--resolution", "warned"], "Abuse report not found."],
      [["admin-key", "revoke", "key_none"], "Key not found."],
      [["host", "drain", "nobody"], 'No host has the ID or name "nobody".'],
    ];
    for (const [args, sentence] of cases) {
      expect(await runCommand({ ctx }, ...args)).toMatchObject({
        exitCode: 1,
        stdout: "",
        stderr: `error: ${sentence}\n`,
      });
    }
  });

  it("never prints the text of an unknown failure, which may quote a connection string", async () => {
    const failures: [Error, RegExp][] = [
      [new Error("postgres://u:hunter2@h/x"), /^error: Something unexpected went wrong \(Error\)/],
      [Object.assign(new Error("hunter2"), { code: "ECONNREFUSED" }), /^error: The control database doesn't respond/],
      [Object.assign(new Error("hunter2"), { code: "P2021" }), /^error: The control database has no Coppice tables/],
    ];
    for (const [sessionError, expected] of failures) {
      const world: CommandWorld = { ctx, sessionError };
      const { exitCode, stderr } = await runCommand(world, "org", "list");
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(expected);
      expect(stderr).not.toContain("hunter2");
    }
  });
});

describe("help", () => {
  it("is there for every command, with a description and an example, without touching anything, and docs/command-line.md lists it", async () => {
    const line = {
      write: unreachable,
      notice: unreachable,
      debug: unreachable,
      readLine: unreachable,
      version: unreachable,
      readInput: unreachable,
    };
    const machine = {
      migrate: unreachable,
      createVolume: unreachable,
      growVolume: unreachable,
      guardHost: unreachable,
      backUp: unreachable,
      listBackups: unreachable,
      backupStatus: unreachable,
      proveBackups: unreachable,
      withRecovery: unreachable,
      restore: unreachable,
      restoreHost: unreachable,
      undoUpgrade: unreachable,
    };
    const rest = { variable: unreachable, withSession: unreachable, probes: unreachable };
    const program = await createProgram({ ...line, ...machine, ...rest }, unreachable, NOUNS);
    const pathsBelow = ({ commands }: Pick<typeof program, "commands">): string[][] =>
      commands.flatMap((command) => {
        const below = command.commands.length === 0 ? [[]] : pathsBelow(command);
        return below.map((rest) => [command.name(), ...rest]);
      });
    const paths = pathsBelow(program);
    const rows = paths.map((path) => {
      const command = path.reduce((at, name) => at.commands.find((each) => each.name() === name) ?? at, program);
      const shown = [...path, ...command.registeredArguments.map((each) => `<${each.name()}>`)].join(" ");
      return `| \`${shown}\` | ${command.description()} |`;
    });
    const page = await readFile("docs/command-line.md", "utf8");
    const listed = page
      .slice(page.indexOf("## All commands"))
      .split("\n")
      .filter((row) => row.startsWith("| `"));
    expect(listed.join("\n")).toBe(rows.join("\n"));
    for (const path of paths) {
      const { exitCode, stdout, stderr } = await runCommand({ ctx, sessionError: new Error() }, ...path, "--help");
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toContain(`Usage: coppice ${path.join(" ")}`);
      expect(stdout).toContain("--json");
      expect(stdout).toMatch(new RegExp(`Examples:\\n {2}coppice ${path.join(" ")}`));
    }
  });
});
