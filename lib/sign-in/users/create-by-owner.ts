import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { Email, Image, Name, Password } from "@/lib/core/user-fields";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { SignInContext } from "../context";
import { CREDENTIAL } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { requireActiveProject } from "../project-keys/authorise";
import { createUser } from "./create";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { emailTaken, getUserInProject, recordOwnerEvent, WRITE_USERS } from "./user-address";

export const CreateUserByOwnerInput = z.strictObject({
  email: Email,
  name: Name.default(""),
  image: Image.nullable().default(null).meta({ example: null }),
  emailVerified: z.boolean().default(false).meta({ description: "Whether you vouch for the address.", example: true }),
  password: Password.min(1).optional().meta({
    description: "Without one, the user signs in by email or a provider, or chooses a password by resetting it.",
    example: "correct horse battery staple",
  }),
});
type CreateUserByOwnerInput = z.infer<typeof CreateUserByOwnerInput>;

/**
 * Creates a user, who gets no email, also where sign-ups are off. Throws `email_taken`, `project_suspended`, and
 * `invalid_request` for a password that the project's rules refuse.
 */
export async function createUserByOwner(
  ctx: SignInContext,
  { projectId, password, ...fields }: CreateUserByOwnerInput & { projectId: string },
): Promise<OwnedUser> {
  const { organisationId, settings } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const project = { id: projectId, settings: readSettings(settings) };
  const passwordHash = password === undefined ? null : await hashGood({ ...ctx, project }, password, fields.email);
  try {
    return await withTransaction(ctx, async (tx) => {
      const { id: userId, createdAt } = await createUser({ ...tx, project }, fields);
      if (passwordHash !== null) {
        const id = createId("account", tx.random);
        const account = { id, projectId, userId, providerId: CREDENTIAL, accountId: userId, passwordHash };
        const dates = { passwordSetAt: createdAt, createdAt, updatedAt: createdAt };
        await tx.db.account.create({ data: { ...account, ...dates }, select: { id: true } });
      }
      await recordOwnerEvent(tx, projectId, { kind: "user.create", outcome: "accepted", userId });
      await recordAudit(tx, { organisationId, action: "user.create", targetId: userId, data: { projectId } });
      return toOwnedUser(await getUserInProject(tx, { projectId, userId }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

async function hashGood(
  ctx: Parameters<typeof requireGoodPassword>[0],
  password: string,
  email: string,
): Promise<string> {
  try {
    await requireGoodPassword(ctx, password, email);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { message } = error;
    throw new ServiceError("invalid_request", message, { details: [{ path: "password", message }] });
  }
  return ctx.signIn.passwords.hash(ctx.project, password);
}
