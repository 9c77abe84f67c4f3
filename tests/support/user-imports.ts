import type { Context } from "@/lib/core/context";
import { type CreateUserImportInput, createUserImport } from "@/lib/sign-in/user-imports/create";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import type { ImportProblem, UserImport } from "@/lib/sign-in/user-imports/resource";
import { runUserImport } from "@/lib/sign-in/user-imports/run/run";
import { showUserImport } from "@/lib/sign-in/user-imports/show";

export const IMPORT: CreateUserImportInput = {
  ...{ source: null, existing: "skip", sendsEvents: false, isDryRun: false, fileName: "users", hashParameters: null },
};

/** A file that arrives in pieces of some bytes, so that records lie across them. */
export async function* inPieces(file: string | Buffer, size = 4_096): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const ndjson = (users: readonly unknown[]): string =>
  users.map((user) => `${typeof user === "string" ? user : JSON.stringify(user)}\n`).join("");

export type Outcome = UserImport & { problems: ImportProblem[] };

/** Imports a file in this process, to its end. */
export async function takeFile(
  ctx: Context,
  projectId: string,
  file: string | Buffer | AsyncIterable<Uint8Array>,
  options: Partial<CreateUserImportInput> = {},
): Promise<Outcome> {
  const body = typeof file === "string" || Buffer.isBuffer(file) ? inPieces(file) : file;
  const { id: importId } = await createUserImport(ctx, { ...IMPORT, ...options, projectId, body, isRunByCaller: true });
  await runUserImport(ctx, { projectId, importId });
  return outcomeOf(ctx, { projectId, importId });
}

export async function outcomeOf(ctx: Context, address: { projectId: string; importId: string }): Promise<Outcome> {
  return { ...(await showUserImport(ctx, address)), problems: await listImportProblems(ctx, address) };
}
