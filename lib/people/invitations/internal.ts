import type { Permission, Role } from "@/lib/core/access/permissions";
import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isForeignKeyViolation, isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { linkToInvitations } from "@/lib/people/accounts/link-to-invitations";
import { alreadyMember } from "@/lib/people/members/add";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { type Invitation, toInvitation } from "./resource";

const LIFETIME_DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_WAITING = 100;
/** A member's invitation has the service send a mail to a stranger, so each organisation has a limit. */
const PER_ORGANISATION = { name: "invitations", limit: 50, windowSeconds: 3_600 } as const;

interface NewInvitation {
  organisationId: string;
  email: string;
  role: Role;
}

/** Only owners invite owners. */
export const permissionToGive = (role: Role): Permission => (role === "owner" ? "organisation:write" : "members:write");

/** Invites each address by mail, all or none; the caller has checked the permission. */
export async function inviteAll(
  ctx: Context,
  { emails, ...common }: Omit<NewInvitation, "email"> & { emails: readonly string[] },
): Promise<Invitation[]> {
  for (const _ of emails) {
    await requireWithinLimit(ctx, PER_ORGANISATION, common.organisationId, "Too many invitations.");
  }
  try {
    return await withTransaction(ctx, async (tx) => {
      const invitations: Invitation[] = [];
      for (const email of emails) invitations.push(await insertInvitation(tx, { ...common, email }));
      return invitations;
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw organisationNotFound();
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `${emails.join(", ")} is already being invited.`);
  }
}

/** Writes an invitation, its audit row and its mail; one that waits for the address is replaced. */
async function insertInvitation(tx: Context, input: NewInvitation): Promise<Invitation> {
  const { organisationId, email, role } = input;
  const organisation = await tx.db.organisation.findUnique({ where: { id: organisationId }, select: { name: true } });
  if (!organisation) throw organisationNotFound();
  const isMember = await tx.db.member.count({ where: { organisationId, user: { email } } });
  if (isMember > 0) throw alreadyMember(email);
  const replaced = await tx.db.invitation.findFirst({ where: { organisationId, email }, select: { role: true } });
  if (replaced?.role === "owner") requireMemberPermission(tx, organisationId, "organisation:write");
  await tx.db.invitation.deleteMany({ where: { organisationId, email } });
  const waiting = await tx.db.invitation.count({ where: { organisationId, expiresAt: { gt: tx.clock.now() } } });
  if (waiting >= MAX_WAITING)
    throw new ServiceError("limit_reached", `${MAX_WAITING} invitations are already pending. Revoke some first.`);
  const createdAt = tx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_DAYS * DAY_MS);
  const id = createId("invitation", tx.random);
  const row = { id, organisationId, email, role, invitedBy: tx.actor.id, createdAt, expiresAt };
  await tx.db.invitation.create({ data: row, select: { id: true } });
  await recordAudit(tx, { organisationId, action: "invitation.create", targetId: id, data: { email, role } });
  await queueMail(tx, {
    ...{ projectId: await getDashboardProjectId(tx), kind: "invitation", to: email, sendBefore: expiresAt },
    content: {
      organisationName: organisation.name,
      inviterEmail: await findInviterEmail(tx),
      link: await linkToInvitations(tx, email),
      expiresInMinutes: LIFETIME_DAYS * 1_440,
    },
  });
  return toInvitation(row);
}

/** Returns the proven address of the member who invites; `null` where there is none. */
async function findInviterEmail({ actor, db }: Context): Promise<string | null> {
  if (actor.kind !== "member") return null;
  const where = { id: actor.id, user: { emailVerified: true } };
  const member = await db.member.findFirst({ where, select: { user: { select: { email: true } } } });
  return member?.user.email ?? null;
}
