import { hasPermission, type Role } from "@/lib/core/access/permissions";
import type { Context, MemberAddress } from "@/lib/core/context";
import { addDropShellRolesJob } from "@/lib/core/queue/add";

/** Ends at once the shell connections a member may no longer open. `role` is `null` when the member is gone. */
export async function endShellRolesOfMember(tx: Context, member: MemberAddress, role: Role | null): Promise<void> {
  if (role !== null && hasPermission(role, "credentials:reveal")) return;
  const { organisationId, memberId } = member;
  const now = tx.clock.now();
  const ended = await tx.db.shellRole.updateManyAndReturn({
    where: { organisationId, createdById: memberId, expiresAt: { gt: now } },
    data: { expiresAt: now },
    select: { id: true },
  });
  for (const { id } of ended) await addDropShellRolesJob(tx, id, now);
}
