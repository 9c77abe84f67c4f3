import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { LANGUAGES, LOCALES, type Locale } from "@/lib/core/locale";
import { Email, Image, Name, Password } from "@/lib/core/user-fields";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { SignInContext } from "../context";
import { CREDENTIAL } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { requireActiveProject } from "../project-keys/authorise";
import { createUser } from "../users/create";
import { MetadataInput } from "../users/metadata";
import { type OwnedUserWithMetadata, toOwnedUserWithMetadata } from "../users/owned-user";
import { emailTaken, getUserInProject, recordOwnerEvent, WRITE_USERS } from "../users/user-address";
import { countInvitation } from "./limit";
import { mailPasswordLink } from "./mail-password-link";

export const CreateUserByOwnerInput = z.strictObject({
  email: Email,
  name: Name.default(""),
  image: Image.nullable().default(null).meta({ example: null }),
  emailVerified: z
    .boolean()
    .default(false)
    .meta({
      description: "Whether you vouch for the address.",
      example: true,
      form: { label: "Email is verified", note: "Only if you know that the mailbox is theirs." },
    }),
  sendPasswordLink: z
    .boolean()
    .default(false)
    .meta({
      description: "Emails the user a link that sets a password and proves the address, once, within 7 days.",
      example: false,
      form: {
        label: "Email them a link to set a password",
        note: "It works once, for 7 days, and proves the address.",
      },
    }),
  password: Password.min(1)
    .optional()
    .meta({
      description: "Without one, the user signs in by email or a provider, or chooses a password by resetting it.",
      example: "correct horse battery staple",
      form: {
        label: "Password",
        kind: "new-password",
        note: "Optional. Without one, they sign in by email or a provider, or choose one by resetting it.",
        maxLength: 256,
        when: { field: "sendPasswordLink", is: false },
        fault: "The password is too long.",
      },
    }),
  locale: z
    .enum(LOCALES)
    .default("en")
    .meta({
      description: "The language of that email.",
      example: "en",
      form: {
        label: "Language of the email",
        note: "",
        choices: LANGUAGES,
        when: { field: "sendPasswordLink", is: true },
        fault: "Unknown language.",
      },
    }),
  publicMetadata: MetadataInput.optional().meta({
    form: {
      label: "Public",
      note: "The user's client can read it.",
      kind: "json",
      fault: "Public metadata must be a JSON object of at most 8 kB.",
    },
  }),
  privateMetadata: MetadataInput.optional().meta({
    form: {
      label: "Private",
      note: "Only server keys and your organisation can read it.",
      kind: "json",
      fault: "Private metadata must be a JSON object of at most 8 kB.",
    },
  }),
});
type CreateUserByOwner = Omit<z.infer<typeof CreateUserByOwnerInput>, "sendPasswordLink" | "locale"> & {
  projectId: string;
  sendPasswordLink?: boolean;
  locale?: Locale;
};

/**
 * Creates a user, also where sign-ups are off, who gets no email unless a link for a password is asked for. Throws
 * `email_taken`, `project_suspended`, `rate_limited`, and `invalid_request` for a password that the project's rules
 * refuse, or a link where there is a password already or passwords are off.
 */
export async function createUserByOwner(
  ctx: SignInContext,
  { projectId, password, sendPasswordLink, locale, ...fields }: CreateUserByOwner,
): Promise<OwnedUserWithMetadata> {
  const { organisationId, settings } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const project = { id: projectId, settings: readSettings(settings) };
  if (sendPasswordLink) await requireLinkPossible(ctx, project, { password, email: fields.email });
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
      if (sendPasswordLink) {
        await mailPasswordLink({ ...tx, project }, { userId, email: fields.email, locale: locale ?? "en" });
      }
      await recordOwnerEvent(tx, projectId, { kind: "user.create", outcome: "accepted", userId });
      await recordAudit(tx, { organisationId, action: "user.create", targetId: userId, data: { projectId } });
      return toOwnedUserWithMetadata(await getUserInProject(tx, { projectId, userId }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

async function requireLinkPossible(
  ctx: SignInContext,
  project: { id: string; settings: ProjectSettings },
  { password, email }: { password: string | undefined; email: string },
): Promise<void> {
  const problem =
    (password !== undefined && "A user who gets a password needs no link to set one.") ||
    (!project.settings.methods.password && "Passwords are switched off in this project.");
  if (problem) {
    const details = [{ path: "sendPasswordLink", message: problem }];
    throw new ServiceError("invalid_request", problem, { details });
  }
  await countInvitation(ctx, project.id, email);
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
