import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { MemberId, OrganisationId } from "@/lib/core/id-schemas";
import { endBeyondRole } from "@/lib/people/members/end-beyond-role";
import { lockOwners, memberNotFound } from "./internal";
import { type Member, toMember, WITH_PERSON } from "./resource";

export const TransferOwnershipInput = z.object({
  organisationId: OrganisationId,
  /** This member becomes owner. */
  memberId: MemberId,
});
type TransferOwnershipInput = z.infer<typeof TransferOwnershipInput>;

/** Makes another member owner and the acting owner an admin, both or neither. */
export async function transferOwnership(
  ctx: Context,
  { organisationId, memberId }: TransferOwnershipInput,
): Promise<Member> {
  requireMemberPermission(ctx, organisationId, "organisation:write");
  const { actor } = ctx;
  if (actor.kind !== "member" || actor.id === memberId) {
    throw new ServiceError("conflict", "Only an owner can transfer ownership, and only to another member.");
  }
  return withTransaction(ctx, async (tx) => {
    // An owner who was demoted a moment ago can transfer nothing.
    const owners = await lockOwners(tx, organisationId);
    if (!owners.some(({ id }) => id === actor.id)) throw memberNotFound();
    const { count } = await tx.db.member.updateMany({
      where: { id: memberId, organisationId },
      data: { role: "owner" },
    });
    if (count === 0) throw memberNotFound();
    await tx.db.member.updateMany({ where: { id: actor.id, organisationId }, data: { role: "admin" } });
    await endBeyondRole(tx, { organisationId, memberId: actor.id }, "admin");
    const row = await tx.db.member.findUniqueOrThrow({ where: { id: memberId }, include: WITH_PERSON });
    const data = { email: row.user.email, from: actor.id };
    await recordAudit(tx, { organisationId, action: "member.transfer_ownership", targetId: memberId, data });
    return toMember(row);
  });
}
