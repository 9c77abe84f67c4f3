import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { EMAIL_WORDS, Email } from "@/lib/core/user-fields";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import { addSeconds } from "../../core/add-seconds";
import { recordSecurityEvent } from "../events/record";
import { createUser } from "../users/create";
import type { CreatedTestToken } from "./resource";

const DEFAULT_SECONDS = 600;
const MAX_SECONDS = 3_600;

export const CreateTestTokenInput = z.strictObject({
  email: Email.meta({
    example: "robot@example.com",
    form: {
      ...EMAIL_WORDS,
      label: "Test user",
      note: "An address that no real user has. The test user is created if there is none.",
      placeholder: "robot@example.com",
    },
  }),
  ttlSeconds: z
    .int()
    .min(1)
    .max(MAX_SECONDS)
    .default(DEFAULT_SECONDS)
    .meta({
      description: "How long it may be used.",
      example: DEFAULT_SECONDS,
      form: {
        label: "Can be used for",
        note: "",
        numbers: [
          { value: 60, label: "1 minute" },
          { value: 600, label: "10 minutes" },
          { value: 3_600, label: "1 hour" },
        ],
        fault: "Choose how long it can be used.",
      },
    }),
});
export type CreateTestTokenInput = z.infer<typeof CreateTestTokenInput> & { projectId: string };

export const TEST_TOKEN_GRANT = { scope: "admin", permission: "project-keys:admin" } as const;

/**
 * Creates a token that signs in once as the test user of this address, who is created if absent. Throws the errors that
 * `requireProject` throws, `not_a_test_user`, `feature_disabled`, `project_suspended`.
 */
export async function createTestToken(ctx: Context, input: CreateTestTokenInput): Promise<CreatedTestToken> {
  const { id, organisationId, settings } = await requireActiveProject(ctx, input.projectId, TEST_TOKEN_GRANT);
  if (!readSettings(settings).methods.testTokens) {
    throw new ServiceError("feature_disabled", "Testing tokens are switched off for this project.");
  }
  const insert = () => insertTestToken(ctx, { id, organisationId }, input);
  try {
    return await insert();
  } catch (error) {
    // A concurrent request took the address, and the second attempt finds its user.
    if (!isUniqueViolation(error)) throw error;
    return insert();
  }
}

function insertTestToken(
  ctx: Context,
  { id: projectId, organisationId }: { id: string; organisationId: string },
  { email, ttlSeconds }: CreateTestTokenInput,
): Promise<CreatedTestToken> {
  const token = createSecretText(KEY_PREFIX.testing, ctx.random);
  return withTransaction(ctx, async (tx) => {
    const inProject = { ...tx, project: { id: projectId }, userAgent: "" };
    const userId = await findOrCreateTestUser(inProject, email);
    const id = createId("testToken", tx.random);
    const createdAt = tx.clock.now();
    const expiresAt = addSeconds(createdAt, ttlSeconds);
    const row = { id, projectId, userId, createdBy: tx.actor.id, createdAt, expiresAt };
    await tx.db.testToken.create({ data: { ...row, tokenHash: hashSecretText(token) }, select: { id: true } });
    const data = { projectId, userId, expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, { organisationId, action: "test_token.create", targetId: id, data });
    const event = { kind: "test_token.create", outcome: "accepted", userId } as const;
    await recordSecurityEvent(inProject, { ...event, data: { testTokenId: id, createdBy: tx.actor.id } });
    return { id, token, userId, email, expiresAt: expiresAt.toISOString() };
  });
}

/** A test user's mailbox counts as unproven: a person who proves it is real, which ends the test user. */
async function findOrCreateTestUser(ctx: Context & { project: { id: string } }, email: string): Promise<string> {
  const found = await ctx.db.user.findUnique({
    where: { projectId_email: { projectId: ctx.project.id, email } },
    select: { id: true, isTestUser: true },
  });
  if (found?.isTestUser) return found.id;
  if (found) throw new ServiceError("not_a_test_user", "A real user has this address. Use another for the test user.");
  const name = email.split("@", 1)[0] ?? "";
  return (await createUser(ctx, { email, name, emailVerified: false, isTestUser: true })).id;
}
