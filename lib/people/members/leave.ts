import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId } from "@/lib/core/id-schemas";
import { endBeyondRole } from "@/lib/people/members/end-beyond-role";
import { endSsoAccess } from "@/lib/people/sso/end-access";
import { lockOwners, memberNotFound } from "./internal";

export const LeaveOrganisationInput = z.object({ organisationId: OrganisationId });
type LeaveOrganisationInput = z.infer<typeof LeaveOrganisationInput>;

/** Ends the caller's own membership and the keys that belong to it. Throws `conflict` for the last owner. */
export async function leaveOrganisation(ctx: Context, { organisationId }: LeaveOrganisationInput): Promise<void> {
  requireMemberPermission(ctx, organisationId, "databases:read");
  const { actor } = ctx;
  if (actor.kind !== "member") throw new ServiceError("missing_permission", "Only a member can leave.");
  await withTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, organisationId);
    if (owners.length === 1 && owners[0]?.id === actor.id) {
      throw new ServiceError("conflict", "You're the last owner. Make someone else an owner first.");
    }
    const [gone] = await tx.db.$queryRaw<{ userId: string }[]>`
      delete from member where id = ${actor.id} and organisation_id = ${organisationId} returning user_id as "userId"`;
    if (!gone) throw memberNotFound();
    await endBeyondRole(tx, { organisationId, memberId: actor.id }, null);
    await endSsoAccess(tx, { organisationId, userId: gone.userId });
    await recordAudit(tx, { organisationId, action: "member.leave", targetId: actor.id, data: { role: actor.role } });
  });
}
