import { z } from "zod";
import { createId } from "@/lib/core/ids";
import { Email } from "@/lib/core/user-fields";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { addSeconds } from "../../core/add-seconds";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { countMail } from "../flow/limits";
import { localeOf } from "../flow/locale";
import { hostedPageAddress } from "../pages/address";
import { OptionalOrganisationId, RoleInput } from "./fields";
import { mayInvite } from "./invitation";
import {
  changeOrganisation,
  type Member,
  organisationIdOf,
  recordOrganisationEvent,
  requireMembership,
} from "./membership";
import { type InvitationRow, type OrganizationInvitation, toInvitation } from "./resource";
import { isAllowed, type OrganisationRole, readRole } from "./roles";

export const InviteMemberInput = z.object({
  email: z.string().max(254).meta({ example: "grace@example.com" }),
  role: RoleInput,
  organizationId: OptionalOrganisationId,
  resend: z.boolean().optional().meta({ description: "Mails a pending invitation again, and prolongs it." }),
});
type InviteMemberInput = z.infer<typeof InviteMemberInput>;

const MAX_PENDING = 100;

/**
 * Invites an address to an organisation by mail. Throws `MEMBER_NOT_FOUND` to a user who is no member, `INVALID_EMAIL`,
 * `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION`,
 * `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`, `USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION`,
 * `USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION`, `INVITATION_LIMIT_REACHED`.
 */
export async function inviteMember(ctx: SignedInContext, input: InviteMemberInput): Promise<OrganizationInvitation> {
  const organisationId = organisationIdOf(ctx, input.organizationId, "ORGANIZATION_NOT_FOUND");
  const parsed = Email.safeParse(input.email);
  if (!parsed.success) throw new SignInError("INVALID_EMAIL");
  const email = parsed.data;
  const member = await requireMembership(ctx, organisationId, "MEMBER_NOT_FOUND");
  const role = requireInvitable(member, input.role);
  await countMail(ctx, email);
  return changeOrganisation(ctx, organisationId, "MEMBER_NOT_FOUND", async (tx, own) => {
    requireInvitable(own, role);
    const where = { organisationId, projectId: tx.project.id, user: { email } };
    if ((await tx.db.userOrganisationMember.count({ where })) > 0) {
      throw new SignInError("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    }
    const earlier = await takePending(tx, organisationId, email);
    if (earlier && !input.resend) throw new SignInError("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    if (earlier && !mayInvite(own.role, earlier.role as OrganisationRole)) {
      throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
    }
    const invitation = await (earlier ? prolong(tx, earlier, role) : insert(tx, { organisationId, email, role }));
    await mail(tx, invitation);
    await recordOrganisationEvent(tx, "organization.invite", organisationId, { email, role });
    return toInvitation(invitation);
  });
}

/** Returns the role that a member wants to give, which they may. */
function requireInvitable({ role: own }: Member, given: InviteMemberInput["role"]): OrganisationRole {
  if (!isAllowed(own, { invitation: ["create"] })) {
    throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION");
  }
  const role = readRole(given);
  if (!mayInvite(own, role)) throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
  return role;
}

/** Returns the invitation that the address has; one that has expired makes room for another. */
async function takePending(tx: SignedInContext, organisationId: string, email: string): Promise<InvitationRow | null> {
  const where = { organisationId, projectId: tx.project.id, email, status: "pending" };
  await tx.db.userOrganisationInvitation.deleteMany({ where: { ...where, expiresAt: { lte: tx.clock.now() } } });
  return tx.db.userOrganisationInvitation.findFirst({ where });
}

function endOf(tx: SignedInContext): Date {
  return addSeconds(tx.clock.now(), tx.project.settings.organizations.invitationSeconds);
}

/** Vouched for by the present caller, since the first inviter may have left. */
async function prolong(tx: SignedInContext, { id }: InvitationRow, role: string): Promise<InvitationRow> {
  const where = { id, projectId: tx.project.id };
  return tx.db.userOrganisationInvitation.update({
    where,
    data: { role, inviterId: tx.session.user.id, expiresAt: endOf(tx) },
  });
}

async function insert(
  tx: SignedInContext,
  given: Pick<InvitationRow, "organisationId" | "email" | "role">,
): Promise<InvitationRow> {
  const projectId = tx.project.id;
  const pending = { organisationId: given.organisationId, projectId, status: "pending" };
  if ((await tx.db.userOrganisationInvitation.count({ where: pending })) >= MAX_PENDING) {
    throw new SignInError("INVITATION_LIMIT_REACHED");
  }
  const id = createId("userOrganisationInvitation", tx.random);
  const dates = { createdAt: tx.clock.now(), expiresAt: endOf(tx) };
  return tx.db.userOrganisationInvitation.create({
    data: { id, projectId, ...given, inviterId: tx.session.user.id, ...dates },
  });
}

/** Names the inviter only where they have proven their address, lest strangers write in another's name. */
async function mail(tx: SignedInContext, { id, organisationId, email, expiresAt }: InvitationRow): Promise<void> {
  const projectId = tx.project.id;
  const { user } = tx.session;
  const { name } = await tx.db.userOrganisation.findFirstOrThrow({ where: { id: organisationId, projectId } });
  const content = {
    organisationName: name,
    inviterEmail: user.emailVerified ? user.email : null,
    link: `${hostedPageAddress(tx, projectId, "invitation")}?id=${id}`,
    expiresInMinutes: Math.floor(tx.project.settings.organizations.invitationSeconds / 60),
  };
  await queueMail(tx, {
    projectId,
    kind: "invitation",
    to: email,
    content,
    sendBefore: expiresAt,
    locale: localeOf(tx),
  });
}
