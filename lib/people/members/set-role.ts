import { z } from "zod";
import { ROLES } from "@/lib/core/access/permissions";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { MemberId, OrganisationId } from "@/lib/core/id-schemas";
import { endBeyondRole } from "@/lib/people/members/end-beyond-role";
import { lastOwner, lockOwners, memberNotFound } from "./internal";
import { type Member, toMember, WITH_PERSON } from "./resource";

export const SetRoleInput = z.object({ organisationId: OrganisationId, memberId: MemberId, role: z.enum(ROLES) });
type SetRoleInput = z.infer<typeof SetRoleInput>;

/** Gives a member another role, from their next request. Only an owner makes or demotes owners, and one stays. */
export async function setRole(ctx: Context, { organisationId, memberId, role }: SetRoleInput): Promise<Member> {
  requireMemberPermission(ctx, organisationId, "members:write");
  return withTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, organisationId);
    const where = { id: memberId, organisationId };
    const row = await tx.db.member.findFirst({ where, include: WITH_PERSON });
    if (!row) throw memberNotFound();
    if (row.role === "owner" || role === "owner") requireMemberPermission(ctx, organisationId, "organisation:write");
    if (row.role === role) return toMember(row);
    if (row.role === "owner" && owners.length < 2) throw lastOwner();
    const { count } = await tx.db.member.updateMany({ where: { ...where, role: row.role }, data: { role } });
    if (count === 0) throw memberNotFound();
    await endBeyondRole(tx, { organisationId, memberId }, role);
    const data = { email: row.user.email, from: row.role, to: role };
    await recordAudit(tx, { organisationId, action: "member.set_role", targetId: memberId, data });
    return toMember({ ...row, role });
  });
}
