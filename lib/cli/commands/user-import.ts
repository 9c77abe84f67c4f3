import { type FileHandle, open, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import type { Context } from "@/lib/core/context";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { findProject } from "@/lib/sign-in/projects/find";
import { type CreateUserImportInput, createUserImport } from "@/lib/sign-in/user-imports/create";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import {
  EXISTING_RULES,
  type ExistingRule,
  IMPORT_SOURCES,
  type ImportProblem,
  type ImportSource,
  type UserImport,
} from "@/lib/sign-in/user-imports/resource";
import { runUserImport } from "@/lib/sign-in/user-imports/run/run";
import { showUserImport } from "@/lib/sign-in/user-imports/show";
import { HashParameters } from "@/lib/sign-in/user-imports/sources/firebase";

const POLL_MS = 500;

interface Options {
  project: string;
  dryRun?: boolean;
  source?: ImportSource;
  existing: ExistingRule;
  hashParameters?: string;
  events?: boolean;
}

export function addUserImport(tree: CommandTree, noun: Command): void {
  addVerb<Options>(tree, noun, {
    usage: "import <file>",
    description:
      "Import users from an export of Coppice, Clerk, Auth0, Supabase or Firebase. Lines that can't be imported are listed; the others are imported. An import that is interrupted continues by itself while the service runs.",
    examples: [
      "coppice user import --project Shop users.ndjson --dry-run",
      "coppice user import --project Shop users.ndjson",
      "coppice user import --project Shop --existing update password-hashes.ndjson",
      "coppice user import --project Shop --hash-parameters firebase.json users.json",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project to import them into")
        .option("--dry-run", "check the file without importing")
        .addOption(
          new Option("--source <source>", "whose format it is, if it isn't recognized").choices(IMPORT_SOURCES),
        )
        .addOption(
          new Option("--existing <rule>", "what to do with users who are there already")
            .choices(EXISTING_RULES)
            .default("skip"),
        )
        .option("--hash-parameters <file>", "a JSON file with Firebase's signerKey, saltSeparator, rounds and memCost")
        .option("--events", "send webhooks for each user"),
    run: async (args, options) => {
      const hashParameters = options.hashParameters === undefined ? null : await readParameters(options.hashParameters);
      return tree.line.withSession(({ ctx }) => importFile(ctx, argument(args, 0), { ...options, hashParameters }));
    },
  });
}

type Given = Omit<Options, "hashParameters"> & Pick<CreateUserImportInput, "hashParameters">;

async function importFile(ctx: Context, path: string, options: Given): Promise<CommandResult> {
  const { project, dryRun: isDryRun = false, source = null, existing, hashParameters, events = false } = options;
  const { projectId } = await findProject(ctx, project);
  await using file = await openToRead(path);
  const input = { source, existing, sendsEvents: events, isDryRun, fileName: "", hashParameters };
  const body = file.createReadStream({ autoClose: false });
  const { id: importId } = await createUserImport(ctx, { projectId, body, isRunByCaller: true, ...input });
  const address = { projectId, importId };
  await runUserImport(ctx, address);
  let outcome = await showUserImport(ctx, address);
  while (outcome.finishedAt === null) {
    await setTimeout(POLL_MS);
    outcome = await showUserImport(ctx, address);
  }
  return resultOf(outcome, await listImportProblems(ctx, address));
}

async function readParameters(path: string): Promise<HashParameters> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new OperatorError(`Can't read ${path} (${codeOf(error)}).`);
  });
  try {
    return HashParameters.parse(JSON.parse(text));
  } catch {
    // The parser's own message would quote the key.
    throw new OperatorError(`${path} must hold JSON with signerKey, saltSeparator, rounds and memCost.`);
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new OperatorError(`Can't read ${path} (${codeOf(error)}).`);
  }
}

function resultOf(outcome: UserImport, problems: ImportProblem[]): CommandResult {
  const { status, records, created, updated, skipped, refused, failure } = outcome;
  const said = problems.map(({ line, field, message }) => `line ${line}: ${field ? `${field}: ` : ""}${message}\n`);
  const more = refused > problems.length ? `… and ${refused - problems.length} more.\n` : "";
  const others = [
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  const rest = others.length > 0 ? ` (${others.join(", ")})` : "";
  const last =
    status === "checked"
      ? `Checked ${records} users: ${created} can be imported${rest}.`
      : `Imported ${created} of ${records} users${rest}.`;
  const text = `${said.join("")}${more}${failure === null ? last : `${last} ${failure}`}\n`;
  return { json: { ...outcome, problems }, text, exitCode: refused > 0 || failure !== null ? 1 : 0 };
}
