import { recordAudit } from "@/lib/audit/record";
import type { Context } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { requireMemberPermission } from "./authorise";
import { type Member, toMember } from "./resource";

interface RemoveMemberInput {
  organisationId: string;
  /** Id or address. */
  member: string;
}

/** Removes a member and with them their keys. The last owner stays; only an owner or the operator may remove an owner. */
export async function removeMember(ctx: Context, input: RemoveMemberInput): Promise<Member> {
  requireMemberPermission(ctx, input.organisationId, "members:write");
  const { organisationId } = input;
  return withTransaction(ctx, async (tx) => {
    // Locks the owners, so that two removals at once cannot each believe the other one stays.
    const owners = await tx.db.$queryRaw<{ id: string }[]>`
      select id from member where organisation_id = ${organisationId} and role = 'owner' order by id for update`;
    const row = await tx.db.member.findFirst({
      where: { organisationId, OR: [{ id: input.member }, { email: input.member.trim().toLowerCase() }] },
    });
    if (!row) throw memberNotFound();
    if (row.role === "owner") {
      requireMemberPermission(ctx, organisationId, "organisation:write");
      if (owners.length < 2) throw new ServiceError("conflict", "The last owner of an organisation must stay.");
    }
    const { count } = await tx.db.member.deleteMany({ where: { id: row.id, role: row.role } });
    if (count === 0) throw memberNotFound();
    await recordAudit(tx, {
      organisationId,
      action: "member.remove",
      targetId: row.id,
      data: { email: row.email, role: row.role },
    });
    return toMember(row);
  });
}

function memberNotFound(): ServiceError {
  return new ServiceError("not_found", "The organisation has no such member.");
}
