import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { userNotFound } from "@/lib/core/not-found";
import { Email, Image, Name } from "@/lib/core/user-fields";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { requireActiveProject } from "../project-keys/authorise";
import type { Metadata } from "../session-user";
import { banUser } from "./ban";
import { MetadataInput } from "./metadata";
import { type OwnedUserRow, type OwnedUserWithMetadata, toOwnedUserWithMetadata } from "./owned-user";
import { requirePasswordReset } from "./require-reset";
import { unbanUser } from "./unban";
import { emailTaken, getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

export const UpdateUserByOwnerInput = z
  .strictObject({
    name: Name.optional(),
    email: Email.optional().meta({
      description: "A proven address that changes gets an email that says so. The new one counts as unproven.",
      example: "ada@example.com",
    }),
    emailVerified: z.boolean().optional().meta({ description: "Whether you vouch for the address.", example: true }),
    image: Image.nullable().optional(),
    publicMetadata: MetadataInput.optional(),
    privateMetadata: MetadataInput.optional(),
    banned: z.boolean().optional().meta({
      description: "`true` ends every session and refuses sign-ins until it is `false` again.",
      example: false,
    }),
    bannedUntil: z.iso.datetime({ offset: true }).nullable().optional().meta({
      description: "When the ban ends by itself, `null` for never. Only with `banned`.",
      example: "2026-02-01T12:00:00.000Z",
    }),
    mustResetPassword: z.literal(true).optional().meta({
      description: "A new password is asked for before the next sign-in with one. Sessions stay.",
      example: true,
    }),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), { message: "must have a field" })
  .refine(({ banned, bannedUntil }) => bannedUntil === undefined || banned === true, {
    path: ["bannedUntil"],
    message: "needs banned: true",
  })
  .meta({ example: { name: "Ada Lovelace" } });
type UpdateUserByOwnerInput = z.infer<typeof UpdateUserByOwnerInput>;

/**
 * Changes a user: all of it or nothing. Throws `user_not_found`, `email_taken`, `project_suspended`, and `conflict` for
 * a reset where there is no password.
 */
export async function updateUserByOwner(
  ctx: Context,
  input: UserAddress & UpdateUserByOwnerInput,
): Promise<OwnedUserWithMetadata> {
  const { projectId, userId, banned, bannedUntil, mustResetPassword } = input;
  const until = bannedUntil == null ? bannedUntil : new Date(bannedUntil);
  const address = { projectId, userId };
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  try {
    return await withTransaction(ctx, async (tx) => {
      const before = await getUserInProject(tx, address);
      const changed = changesOf(before, input);
      if (Object.keys(changed).length > 0) await change(tx, organisationId, before, changed);
      if (mustResetPassword) await requirePasswordReset(tx, address);
      if (banned !== undefined)
        await (banned ? banUser(tx, { ...address, ...(until !== undefined && { until }) }) : unbanUser(tx, address));
      return toOwnedUserWithMetadata(await getUserInProject(tx, address));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

type Changes = Partial<Pick<OwnedUserRow, "name" | "email" | "emailVerified" | "image" | "isTestUser">> & {
  publicMetadata?: Metadata;
  privateMetadata?: Metadata;
};

function changesOf(before: UserRow, input: UpdateUserByOwnerInput): Changes {
  const { name, email, emailVerified, image, publicMetadata, privateMetadata } = input;
  const wanted: Changes = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(image !== undefined && { image }),
    ...(publicMetadata !== undefined && { publicMetadata }),
    ...(privateMetadata !== undefined && { privateMetadata }),
    ...(email !== undefined && email !== before.email && { emailVerified: false }),
    ...(emailVerified !== undefined && { emailVerified }),
  };
  // A real person has an address that is vouched for, so testing tokens must no longer sign in as them.
  if (wanted.emailVerified) wanted.isTestUser = false;
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof Changes])),
  );
}

async function change(tx: Context, organisationId: string, before: UserRow, changed: Changes): Promise<void> {
  const { id: userId, projectId } = before;
  const where = { id: userId, projectId };
  const { count } = await tx.db.user.updateMany({ where, data: { ...changed, updatedAt: tx.clock.now() } });
  if (count === 0) throw userNotFound();
  if (changed.isTestUser === false) await tx.db.testToken.deleteMany({ where: { projectId, userId } });
  if (changed.email !== undefined) await leaveAddress(tx, before, changed.email);
  const fields = Object.keys(changed).sort();
  const event = { kind: "user.update", outcome: "accepted", userId, data: { fields: fields.join() } } as const;
  await recordOwnerEvent(tx, projectId, event);
  await recordAudit(tx, { organisationId, action: "user.update", targetId: userId, data: { projectId, fields } });
}

type UserRow = Awaited<ReturnType<typeof getUserInProject>>;

/** Ends the links and codes mailed to either address, and tells the old one where its owner had proven it. */
async function leaveAddress(tx: Context, { id: userId, projectId, ...old }: UserRow, email: string): Promise<void> {
  const emails = [old.email, email];
  await tx.db.verification.deleteMany({ where: { projectId, OR: [{ userId }, { email: { in: emails } }] } });
  const data = { from: old.email, to: email };
  await recordOwnerEvent(tx, projectId, { kind: "email.change", outcome: "accepted", userId, data });
  if (!old.emailVerified) return;
  await queueMail(tx, { projectId, kind: "email-changed", to: old.email, content: { newEmail: email } });
}
