import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { PasswordHashError, readPasswordHash } from "@/lib/core/crypto/password-hash-formats";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { Email, Name } from "@/lib/core/user-fields";
import { CREDENTIAL } from "../credentials/credential";
import { getProjectInOrganisation, lockProjectForChange } from "../projects/in-organisation";

/** A user of another service. Second factors cannot be imported. */
export const ImportedUser = z.strictObject({
  email: Email,
  name: Name.default(""),
  emailVerified: z.boolean().default(false),
  passwordHash: z
    .string()
    .superRefine((text, context) => {
      try {
        readPasswordHash(text);
      } catch (error) {
        if (!(error instanceof PasswordHashError)) throw error;
        context.addIssue({ code: "custom", message: error.message });
      }
    })
    .nullish(),
});
type ImportedUser = z.infer<typeof ImportedUser>;

/** A line and why it was refused, without its content except for the address. */
export interface ImportProblem {
  line: number;
  message: string;
}

interface ImportUsersInput {
  organisationId: string;
  projectId: string;
  /** Up to 1,000 lines of newline-delimited JSON, each an `ImportedUser`, with their numbers in the file. */
  lines: readonly { line: number; text: string }[];
  isDryRun: boolean;
}

/**
 * Imports all of the lines or, when one has a problem, none. Hashes are kept and replaced at the next sign-in. Returns
 * the problems, or how many users were created. Throws `conflict` when an address is signed up with meanwhile.
 */
export async function importUsers(
  ctx: Context,
  { organisationId, projectId, lines, isDryRun }: ImportUsersInput,
): Promise<{ imported: number; problems: ImportProblem[] }> {
  requireMemberPermission(ctx, organisationId, "users:write");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const { users, problems } = readLines(lines);
  try {
    return await withTransaction(ctx, async (tx) => {
      await lockProjectForChange(tx, organisationId, projectId);
      problems.push(...(await findTaken(tx, projectId, users)));
      if (problems.length > 0) return { imported: 0, problems: problems.sort((a, b) => a.line - b.line) };
      if (isDryRun) return { imported: 0, problems };
      await insertUsers(
        tx,
        projectId,
        [...users.values()].map(({ user }) => user),
      );
      const data = { users: users.size };
      await recordAudit(tx, { organisationId, action: "user.import", targetId: projectId, data });
      return { imported: users.size, problems };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "Someone signed up with one of these addresses in the meantime. Try again.");
  }
}

type UsersByEmail = Map<string, { line: number; user: ImportedUser }>;

function readLines(lines: ImportUsersInput["lines"]): { users: UsersByEmail; problems: ImportProblem[] } {
  const users: UsersByEmail = new Map();
  const problems: ImportProblem[] = [];
  for (const { line, text } of lines) {
    const parsed = ImportedUser.safeParse(parseJson(text));
    if (!parsed.success) {
      problems.push({ line, message: sentenceOf(parsed.error) });
      continue;
    }
    const earlier = users.get(parsed.data.email);
    if (earlier) problems.push({ line, message: `the address is that of line ${earlier.line} too` });
    else users.set(parsed.data.email, { line, user: parsed.data });
  }
  return { users, problems };
}

/** Returns `undefined` for a line that is no JSON, since the parser's own message would quote the line. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentenceOf(error: z.ZodError): string {
  const sentences = error.issues.map(({ path, message }) => {
    return path.length === 0 && /undefined/.test(message)
      ? "not JSON"
      : [path.join("."), message].filter(Boolean).join(": ");
  });
  return sentences.join("; ");
}

async function findTaken(tx: Context, projectId: string, users: UsersByEmail): Promise<ImportProblem[]> {
  const where = { projectId, email: { in: [...users.keys()] } };
  const taken = await tx.db.user.findMany({ where, select: { email: true } });
  return taken.map(({ email }) => ({
    line: users.get(email)?.line ?? 0,
    message: "the project already has a user with this address",
  }));
}

async function insertUsers(tx: Context, projectId: string, users: readonly ImportedUser[]): Promise<void> {
  const now = tx.clock.now();
  const dates = { createdAt: now, updatedAt: now };
  const rows = users.map((user) => ({ ...user, id: createId("user", tx.random) }));
  await tx.db.user.createMany({
    data: rows.map(({ passwordHash: _, ...user }) => ({ ...user, ...dates, projectId })),
  });
  await tx.db.account.createMany({
    data: rows.flatMap(({ id, passwordHash }) => {
      if (!passwordHash) return [];
      const password = { passwordHash, passwordSetAt: now };
      const accountId = createId("account", tx.random);
      return { id: accountId, projectId, userId: id, providerId: CREDENTIAL, accountId: id, ...password, ...dates };
    }),
  });
}
