import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { inProject } from "@/lib/cli/define/places";
import { readTextFile } from "@/lib/cli/read";
import type { Context } from "@/lib/core/context";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { type CreateUserImportInput, createUserImport } from "@/lib/sign-in/user-imports/create";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import {
  EXISTING_RULES,
  IMPORT_SOURCES,
  type ImportProblem,
  type UserImport,
} from "@/lib/sign-in/user-imports/resource";
import { runUserImport } from "@/lib/sign-in/user-imports/run/run";
import { showUserImport } from "@/lib/sign-in/user-imports/show";
import { HashParameters } from "@/lib/sign-in/user-imports/sources/firebase";

const POLL_MS = 500;

export const importCommand = inProject.verb("import <file>", {
  description:
    "Import users from an export of Coppice, Clerk, Auth0, Supabase or Firebase. Lines that can't be imported are listed; the others are imported. An import that is interrupted continues by itself while the service runs.",
  examples: [
    "users.ndjson --dry-run",
    "users.ndjson",
    "password-hashes.ndjson --existing update",
    "users.json --hash-parameters firebase.json",
  ],
  input: z.object({
    isDryRun: z.boolean(),
    source: z.enum(IMPORT_SOURCES).nullable().default(null),
    existing: z.enum(EXISTING_RULES).default("skip"),
    hashParameters: HashParameters.nullable().default(null),
    sendsEvents: z.boolean(),
  }),
  options: {
    isDryRun: "--dry-run  check the file without importing",
    source: "whose format it is, if it isn't recognized",
    existing: "<rule>  what to do with users who are there already",
    hashParameters: {
      flags: "--hash-parameters <file>",
      help: "a JSON file with Firebase's signerKey, saltSeparator, rounds and memCost",
      as: readParameters,
    },
    sendsEvents: "--events  send webhooks for each user",
  },
  run: async (ctx, { file, projectId, ...input }) => importFile(ctx, file, { ...input, projectId }),
  print: textOf,
  isWell: ({ refused, failure }) => refused === 0 && failure === null,
});

type Wanted = Omit<CreateUserImportInput, "fileName"> & { projectId: string };

async function importFile(ctx: Context, path: string, { projectId, ...input }: Wanted) {
  await using file = await open(path).catch((error: unknown) => {
    throw new OperatorError(`Can't read ${path} (${codeOf(error)}).`);
  });
  const body = file.createReadStream({ autoClose: false });
  const wanted = { ...input, projectId, fileName: "", body, isRunByCaller: true };
  const { id: importId } = await createUserImport(ctx, wanted);
  const address = { projectId, importId };
  await runUserImport(ctx, address);
  let outcome = await showUserImport(ctx, address);
  while (outcome.finishedAt === null) {
    await setTimeout(POLL_MS);
    outcome = await showUserImport(ctx, address);
  }
  return { ...outcome, problems: await listImportProblems(ctx, address) };
}

async function readParameters(path: string): Promise<HashParameters> {
  const text = await readTextFile(path);
  try {
    return HashParameters.parse(JSON.parse(text));
  } catch {
    // The parser's own message would quote the key.
    throw new OperatorError(`${path} must hold JSON with signerKey, saltSeparator, rounds and memCost.`);
  }
}

function textOf(outcome: UserImport & { problems: ImportProblem[] }): string {
  const { status, records, created, updated, skipped, refused, failure, problems } = outcome;
  const said = problems.map(({ line, field, message }) => `line ${line}: ${field ? `${field}: ` : ""}${message}\n`);
  const more = refused > problems.length ? `… and ${refused - problems.length} more.\n` : "";
  const others = Object.entries({ updated, skipped, refused }).flatMap(([word, count]) =>
    count > 0 ? `${count} ${word}` : [],
  );
  const rest = others.length > 0 ? ` (${others.join(", ")})` : "";
  const last =
    status === "checked"
      ? `Checked ${records} users: ${created} can be imported${rest}.`
      : `Imported ${created} of ${records} users${rest}.`;
  return `${said.join("")}${more}${failure === null ? last : `${last} ${failure}`}`;
}
