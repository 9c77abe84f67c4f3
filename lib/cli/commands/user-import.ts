import { type FileHandle, open } from "node:fs/promises";
import type { Command } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import type { Context } from "@/lib/core/context";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ImportProblem, importUsers } from "@/lib/sign-in/users/import";

/** This many users are imported together or not at all. */
const CHUNK_LINES = 500;

type NumberedLine = { line: number; text: string };

export function addUserImport(tree: CommandTree, noun: Command): void {
  addVerb<{ project: string; dryRun?: boolean }>(tree, noun, {
    usage: "import <file>",
    description:
      "Import users from a file with one JSON object per line: email, name, emailVerified, passwordHash (Argon2, bcrypt, scrypt, PBKDF2). Users are imported in batches of 500, each as a whole or not at all.",
    examples: [
      "coppice user import --project Shop users.ndjson --dry-run",
      "coppice user import --project Shop users.ndjson",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project to import them into")
        .option("--dry-run", "check the file without importing"),
    run: async (args, { project, dryRun = false }) => {
      const outcome = await tree.line.withSession(({ ctx }) => importFile(ctx, project, argument(args, 0), dryRun));
      return resultOf(outcome, dryRun);
    },
  });
}

interface Outcome {
  lines: number;
  imported: number;
  problems: ImportProblem[];
}

async function importFile(ctx: Context, project: string, file: string, isDryRun: boolean): Promise<Outcome> {
  const address = await findProject(ctx, project);
  const outcome: Outcome = { lines: 0, imported: 0, problems: [] };
  for await (const lines of chunksOf(file)) {
    const { imported, problems } = await importUsers(ctx, { ...address, lines, isDryRun });
    outcome.lines += lines.length;
    outcome.imported += imported;
    outcome.problems.push(...problems);
  }
  return outcome;
}

/** Yields the lines that are not empty, as many at a time as are imported together. */
async function* chunksOf(path: string): AsyncGenerator<NumberedLine[]> {
  await using file = await openToRead(path);
  let chunk: NumberedLine[] = [];
  let line = 0;
  for await (const text of file.readLines({ encoding: "utf8" })) {
    line += 1;
    if (text.trim() === "") continue;
    chunk.push({ line, text });
    if (chunk.length < CHUNK_LINES) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new OperatorError(`Can't read ${path} (${codeOf(error)}).`);
  }
}

function resultOf({ lines, imported, problems }: Outcome, isDryRun: boolean): CommandResult {
  const said = problems.map(({ line, message }) => `line ${line}: ${message}\n`);
  const last = isDryRun ? `Checked ${lines} lines.` : `Imported ${imported} of ${lines} users.`;
  const exitCode = problems.length > 0 ? 1 : 0;
  return { json: { lines, imported, problems }, text: `${said.join("")}${last}\n`, exitCode };
}
