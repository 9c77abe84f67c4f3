import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { userOrganisationMemberNotFound, userOrganisationNotFound } from "@/lib/core/not-found";
import { MEMBER_WITH_USER, type OwnedOrganization, toOrganization } from "./resource";

/** An organisation of users, reached through its project. */
export interface OrganisationAddress {
  projectId: string;
  userOrganisationId: string;
}

export interface MemberAddress extends OrganisationAddress {
  memberId: string;
}

export const WITH_COUNT = { _count: { select: { members: true } } } as const;

type OwnedRow = Parameters<typeof toOrganization>[0] & { updatedAt: Date; _count: { members: number } };

export function toOwnedOrganization(row: OwnedRow): OwnedOrganization {
  return { ...toOrganization(row), updatedAt: row.updatedAt.toISOString(), members: row._count.members };
}

/** Returns the organisation, reached through a project that the caller has been let into. Throws `organization_not_found`. */
export async function getOrganisationInProject(
  ctx: Context,
  { projectId, userOrganisationId: id }: OrganisationAddress,
) {
  const row = await ctx.db.userOrganisation.findFirst({ where: { id, projectId }, include: WITH_COUNT });
  if (!row) throw userOrganisationNotFound();
  return row;
}

/** Throws `organization_member_not_found`. */
export async function getMemberInProject(ctx: Context, { projectId, userOrganisationId, memberId }: MemberAddress) {
  const where = { id: memberId, organisationId: userOrganisationId, projectId };
  const row = await ctx.db.userOrganisationMember.findFirst({ where, include: MEMBER_WITH_USER });
  if (!row) throw userOrganisationMemberNotFound();
  return row;
}

export function slugTaken(): ServiceError {
  return new ServiceError("slug_taken", "Another organisation of the project has this slug.");
}

export function lastOwner(): ServiceError {
  return new ServiceError(
    "conflict",
    "The organisation would be without an owner. Make another member its owner first.",
  );
}
