import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { createVerification } from "../mailbox/create";
import { hostedPageAddress } from "../pages/address";
import { requireActiveProject } from "../project-keys/authorise";
import { readSettings } from "../projects/stored-settings";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "../users/user-address";

/** The purpose of each email, the page that its link opens, and the event that it leaves. */
const PROOFS = {
  "email-verification": {
    purpose: "email-verification",
    page: "verify-email",
    event: "email.verification_request",
  },
  "password-reset": { purpose: "forget-password", page: "reset-password", event: "password.reset_request" },
} as const;

export const SendProofInput = z.strictObject({
  kind: z.enum(["email-verification", "password-reset"]).meta({
    description: "The purpose of the link: verifying the address, or choosing a new password.",
    example: "password-reset",
  }),
});

export const SentProof = z
  .object({
    ...{ kind: SendProofInput.shape.kind, email: z.string().meta({ example: "ada@example.com" }) },
    expiresAt: z.iso
      .datetime()
      .meta({ description: "Until when the link works.", example: "2026-01-01T13:00:00.000Z" }),
  })
  .meta({ id: "SentProof" });

/** Members send so many to a mailbox in an hour; users who ask themselves have limits of their own. */
const PER_MAILBOX = { name: "proofs-by-owner", limit: 5, windowSeconds: 3_600 } as const;

/**
 * Mails a user the link by which they verify their address or choose a new password, in the language of the last email
 * to them; an earlier one stops working. Throws `user_not_found`, `conflict`, `project_suspended`, `rate_limited`.
 */
export async function sendProofByOwner(
  ctx: Context,
  { projectId, userId, kind }: UserAddress & z.infer<typeof SendProofInput>,
): Promise<z.infer<typeof SentProof>> {
  const { organisationId, settings } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const user = await getUserInProject(ctx, { projectId, userId });
  if (kind === "email-verification" && user.emailVerified) {
    throw new ServiceError("conflict", "The user's address is verified.");
  }
  if (kind === "password-reset" && !readSettings(settings).methods.password) {
    throw new ServiceError("conflict", "Signing in with a password is off in this project.");
  }
  await requireWithinLimit(ctx, PER_MAILBOX, `${projectId}:${userId}`, "Too many emails to this user.");
  const { purpose, page, event } = PROOFS[kind];
  const { email } = user;
  return withTransaction(ctx, async (tx) => {
    const given = { purpose, email, userId, hasLink: true, hasCode: false };
    const { token, expiresAt, lifetimes } = await createVerification({ ...tx, project: { id: projectId } }, given);
    const link = `${hostedPageAddress(tx, projectId, page)}?token=${token}`;
    const content = { link, code: null, ...lifetimes };
    const locale = await findLocale(tx, projectId, email);
    await queueMail(tx, { projectId, kind, to: email, content, sendBefore: expiresAt, locale });
    await recordOwnerEvent(tx, projectId, { kind: event, outcome: "accepted", userId, data: { email } });
    await recordAudit(tx, { organisationId, action: "user.send_proof", targetId: userId, data: { projectId, kind } });
    return { kind, email, expiresAt: expiresAt.toISOString() };
  });
}

async function findLocale({ db }: Context, projectId: string, recipient: string): Promise<string> {
  const orderBy = { createdAt: "desc" } as const;
  const last = await db.mailMessage.findFirst({ where: { projectId, recipient }, select: { locale: true }, orderBy });
  return last?.locale ?? "en";
}
