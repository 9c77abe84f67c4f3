import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { LANGUAGES, LOCALES } from "@/lib/core/locale";
import { EMAIL_WORDS, Email } from "@/lib/core/user-fields";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import { isTrustedAddress } from "../flow/callback-addresses";
import { requireActiveProject } from "../project-keys/authorise";
import { emailTaken, WRITE_USERS } from "../users/user-address";
import { mailInvitation } from "./internal";
import { countInvitation } from "./limit";
import { toUserInvitation, type UserInvitation } from "./resource";
import { writeInvitation } from "./write";

export const InviteUserInput = z.strictObject({
  email: Email.meta({
    form: { ...EMAIL_WORDS, note: "They get a link that works for 7 days, also if sign-up is off." },
  }),
  redirectTo: z
    .url()
    .max(2_048)
    .optional()
    .meta({
      description: "Where the user goes on to: an address that the project allows.",
      example: "https://app.example.com/welcome",
      form: {
        label: "Continue to",
        note: "Optional: an address that your project allows.",
        kind: "url",
        placeholder: "https://app.example.com/welcome",
        fault: "Enter a full address.",
      },
    }),
  locale: z
    .enum(LOCALES)
    .default("en")
    .meta({
      description: "The language of the email.",
      example: "en",
      form: { label: "Language of the email", note: "", choices: LANGUAGES, fault: "Unknown language." },
    }),
});
type InviteUserInput = z.infer<typeof InviteUserInput>;

/**
 * Invites someone to create an account, also where sign-ups are off. A second invitation to an address replaces the
 * first, whose link stops working. Throws `email_taken`, `invalid_request` for an address that the project does not
 * allow, `project_suspended` and `rate_limited`.
 */
export async function inviteUser(
  ctx: Context,
  {
    projectId,
    email,
    redirectTo = null,
    locale,
  }: Omit<InviteUserInput, "redirectTo"> & {
    projectId: string;
    redirectTo?: string | null | undefined;
  },
): Promise<UserInvitation> {
  const { organisationId, settings } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  requireAllowed(ctx, { projectId, settings }, redirectTo);
  if ((await ctx.db.user.count({ where: { projectId, email } })) > 0) throw emailTaken();
  await countInvitation(ctx, projectId, email);
  try {
    return await withTransaction(ctx, async (tx) => {
      const { row, link } = await writeInvitation(tx, { projectId, email, redirectTo, locale });
      const data = { projectId, email };
      await recordAudit(tx, { organisationId, action: "user_invitation.create", targetId: row.id, data });
      await mailInvitation(tx, { projectId, email, locale, link, expiresAt: row.expiresAt });
      return toUserInvitation(row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `${email} is already being invited.`);
  }
}

function requireAllowed(
  { baseUrl }: Context,
  { projectId, settings }: { projectId: string; settings: unknown },
  redirectTo: string | null,
): void {
  const project = { id: projectId, settings: readSettings(settings) };
  if (redirectTo === null || isTrustedAddress(redirectTo, project, baseUrl)) return;
  const message = "The project doesn't allow this address. Add it to its redirect addresses or allowed origins.";
  throw new ServiceError("invalid_request", message, { details: [{ path: "redirectTo", message }] });
}
