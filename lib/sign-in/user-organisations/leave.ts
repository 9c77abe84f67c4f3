import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import type { NamedOrganizationInput } from "./delete";
import { countOwners, deleteMembership } from "./internal";
import { changeOrganisation, recordOrganisationEvent } from "./membership";
import { type OrganizationMember, toMember } from "./resource";

/** Throws `MEMBER_NOT_FOUND`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`. */
export function leaveOrganisation(
  ctx: SignedInContext,
  { organizationId }: NamedOrganizationInput,
): Promise<OrganizationMember> {
  return changeOrganisation(ctx, organizationId, "MEMBER_NOT_FOUND", async (tx, member) => {
    if (member.role === "owner" && (await countOwners(tx, organizationId)) <= 1) {
      throw new SignInError("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    }
    await deleteMembership(tx, { ...member, projectId: tx.project.id });
    await recordOrganisationEvent(tx, "organization.leave", organizationId);
    return toMember(member);
  });
}
