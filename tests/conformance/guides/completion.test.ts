import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "@/lib/cli/commands/program";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-completion-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  let output = "";
  const append = (text: string) => {
    output += text;
  };
  const code = await runCommandLine(args, { write: append, notice: append } as Parameters<typeof runCommandLine>[1]);
  return { code, output };
}

/** Each asks its shell for the words that complete the last of the given ones. */
const SHELLS = {
  bash: (script: string, words: readonly string[]) =>
    execFileSync("bash", [
      "--norc",
      "-c",
      `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _coppice; printf "%s\\n" "\${COMPREPLY[@]}"`,
      script,
      ...words,
    ]),
  zsh: (script: string, words: readonly string[]) =>
    execFileSync("zsh", [
      "-f",
      "-c",
      `compdef() {}; _files() {}; compadd() { shift; print -l -- "\${(@)\${(@M)@:#$PREFIX*}}" }
      _describe() { local list=$@[-1]; print -l -- "\${(@M)\${(@)\${(P)list}%%:*}:#$PREFIX*}" }
      source "$0"; words=("$@"); CURRENT=$#; PREFIX=$@[-1]; _coppice`,
      script,
      ...words,
    ]),
  fish: (script: string, words: readonly string[]) =>
    execFileSync("fish", ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, words.join(" ")]),
};

async function complete(shell: keyof typeof SHELLS, ...words: string[]): Promise<string[]> {
  const script = join(folder, `coppice.${shell}`);
  await writeFile(script, (await run("completion", shell)).output);
  const lines = SHELLS[shell](script, ["coppice", ...words])
    .toString("utf8")
    .split("\n");
  return lines.map((line) => line.split("\t")[0] ?? "").filter(Boolean);
}

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])("coppice completion %s", (shell) => {
  it("completes groups, commands and commands below commands", async () => {
    expect(await complete(shell, "user-")).toEqual(["user-org"]);
    expect(await complete(shell, "org", "")).toEqual(
      expect.arrayContaining(["create", "list", "show", "set-plan", "billing"]),
    );
    expect(await complete(shell, "project", "webhooks", "rot")).toEqual(["rotate-secret"]);
  });

  it("completes options, after arguments too, and their values", async () => {
    expect(await complete(shell, "org", "create", "Acme", "--")).toEqual(
      expect.arrayContaining(["--plan", "--host-kind", "--json", "--help"]),
    );
    expect(await complete(shell, "org", "create", "Acme", "--plan", "te")).toEqual(["team"]);
  });
});

it("a shell that is unknown is refused by name", async () => {
  expect(await run("completion", "csh")).toEqual({
    code: 2,
    output:
      "error: command-argument value 'csh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\nAdd --help for usage.\n",
  });
});
