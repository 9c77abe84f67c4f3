import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { emailInOneForm } from "@/lib/core/email-address";
import { OrganisationId } from "@/lib/core/id-schemas";
import { endBeyondRole } from "@/lib/people/members/end-beyond-role";
import { endSsoAccess } from "@/lib/people/sso/end-access";
import { lastOwner, lockOwners, memberNotFound } from "./internal";
import { type Member, toMember, WITH_PERSON } from "./resource";

export const RemoveMemberInput = z.object({
  organisationId: OrganisationId,
  /** The caller gives an id or an address. */
  member: z.string().min(1).max(254),
});
type RemoveMemberInput = z.infer<typeof RemoveMemberInput>;

/**
 * Removes a member, their keys, and their access by the organisation's single sign-on. Only an owner or the operator
 * may remove an owner, and never the last one.
 */
export async function removeMember(ctx: Context, input: RemoveMemberInput): Promise<Member> {
  requireMemberPermission(ctx, input.organisationId, "members:write");
  const { organisationId } = input;
  return withTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, organisationId);
    const row = await tx.db.member.findFirst({
      where: { organisationId, OR: [{ id: input.member }, { user: { email: emailInOneForm(input.member.trim()) } }] },
      include: WITH_PERSON,
    });
    if (!row) throw memberNotFound();
    if (row.role === "owner") {
      requireMemberPermission(ctx, organisationId, "organisation:write");
      if (owners.length < 2) throw lastOwner();
    }
    const { count } = await tx.db.member.deleteMany({ where: { id: row.id, organisationId, role: row.role } });
    if (count === 0) throw memberNotFound();
    await endBeyondRole(tx, { organisationId, memberId: row.id }, null);
    await endSsoAccess(tx, { organisationId, userId: row.userId });
    await recordAudit(tx, {
      organisationId,
      action: "member.remove",
      targetId: row.id,
      data: { email: row.user.email, role: row.role },
    });
    return toMember(row);
  });
}
