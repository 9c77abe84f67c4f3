import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext, UserContext } from "../context";
import { SignInError, type SignInErrorCode } from "../errors";
import { recordSecurityEvent, type SecurityEventEntry } from "../events/record";
import { MEMBER_WITH_USER, type MemberRow } from "./resource";
import type { OrganisationRole } from "./roles";

/** Throws `ORGANIZATIONS_DISABLED` where the project has none. */
export function requireOrganisations({ project }: UserContext): void {
  if (!project.settings.organizations.enabled) throw new SignInError("ORGANIZATIONS_DISABLED");
}

/** Returns the id of the organisation that a request names, else of the session's. Throws `missing` without either. */
export function organisationIdOf(ctx: SignedInContext, given: string | undefined, missing: SignInErrorCode): string {
  const id = given || ctx.session.activeOrganisation?.id;
  if (id === undefined) throw new SignInError(missing);
  return id;
}

export type Member = MemberRow & { role: OrganisationRole };

/** Returns a user's membership; `null` for a user who is no member, and for an organisation of another project. */
export async function findMembership(ctx: UserContext, organisationId: string, userId: string): Promise<Member | null> {
  const where = { organisationId, userId, projectId: ctx.project.id };
  return (await ctx.db.userOrganisationMember.findFirst({ where, include: MEMBER_WITH_USER })) as Member | null;
}

/** Returns the membership of the signed-in user. Throws `ORGANIZATIONS_DISABLED`, else `notMember` to a stranger. */
export async function requireMembership(
  ctx: SignedInContext,
  organisationId: string,
  notMember: SignInErrorCode,
): Promise<Member> {
  requireOrganisations(ctx);
  const member = await findMembership(ctx, organisationId, ctx.session.user.id);
  if (!member) throw new SignInError(notMember);
  return member;
}

/** Locks an organisation, so that its owners, members and invitations are counted by one request at a time. */
export async function lockOrganisation(ctx: Pick<UserContext, "db">, projectId: string, id: string): Promise<void> {
  await ctx.db.$queryRaw`
    select id from user_organisation where id = ${id} and project_id = ${projectId} for no key update`;
}

/** Does a change of an organisation by one of its members, while no other change of it is made. */
export function changeOrganisation<T>(
  ctx: SignedInContext,
  organisationId: string,
  notMember: SignInErrorCode,
  work: (tx: SignedInContext, member: Member) => Promise<T>,
): Promise<T> {
  requireOrganisations(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockOrganisation(tx, tx.project.id, organisationId);
    return work(tx, await requireMembership(tx, organisationId, notMember));
  });
}

/** Records an action of a user in an organisation. */
export function recordOrganisationEvent(
  tx: SignedInContext,
  kind: Extract<SecurityEventEntry["kind"], `organization.${string}`>,
  organizationId: string,
  more: NonNullable<SecurityEventEntry["data"]> = {},
): Promise<void> {
  const data = { organizationId, ...more };
  return recordSecurityEvent(tx, { kind, outcome: "accepted", userId: tx.session.user.id, data });
}
