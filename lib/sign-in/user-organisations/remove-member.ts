import { z } from "zod";
import { emailInOneForm } from "@/lib/core/email-address";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId } from "./fields";
import { countOwners, deleteMembership } from "./internal";
import { changeOrganisation, type Member, organisationIdOf, recordOrganisationEvent } from "./membership";
import { MEMBER_WITH_USER, OrganizationMember, toMember } from "./resource";
import { isAllowed } from "./roles";

export const RemoveMemberInput = z.object({
  memberIdOrEmail: z.string().max(254).meta({ example: "umem_4k9x2m7q1w8e5r3t6y0u" }),
  organizationId: OptionalOrganisationId,
});

export const MemberRemoved = z.object({ member: OrganizationMember }).meta({ id: "OrganizationMemberRemoved" });

/**
 * Removes a member, whose sessions then work in the organisation no more. Throws `MEMBER_NOT_FOUND`,
 * `YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`.
 */
export function removeOrganisationMember(
  ctx: SignedInContext,
  { memberIdOrEmail, organizationId }: z.infer<typeof RemoveMemberInput>,
): Promise<z.infer<typeof MemberRemoved>> {
  const organisationId = organisationIdOf(ctx, organizationId, "NO_ACTIVE_ORGANIZATION");
  return changeOrganisation(ctx, organisationId, "MEMBER_NOT_FOUND", async (tx, own) => {
    const removed = await findNamed(tx, organisationId, memberIdOrEmail);
    if (removed.role === "owner" && (own.role !== "owner" || (await countOwners(tx, organisationId)) <= 1)) {
      throw new SignInError("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    }
    if (!isAllowed(own.role, { member: ["delete"] })) {
      throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER");
    }
    await deleteMembership(tx, { ...removed, projectId: tx.project.id });
    const data = { memberUserId: removed.userId };
    await recordOrganisationEvent(tx, "organization.member_remove", organisationId, data);
    return { member: toMember(removed) };
  });
}

async function findNamed(tx: SignedInContext, organisationId: string, named: string): Promise<Member> {
  const user = named.includes("@") ? { user: { email: emailInOneForm(named) } } : { id: named };
  const where = { organisationId, projectId: tx.project.id, ...user };
  const row = await tx.db.userOrganisationMember.findFirst({ where, include: MEMBER_WITH_USER });
  if (!row) throw new SignInError("MEMBER_NOT_FOUND");
  return row as Member;
}
