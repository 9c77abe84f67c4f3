import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireDirectory, type ScimContext } from "../context";
import { syncRoles } from "../roles/sync";
import { requireVersion } from "../version";
import { removeMembers } from "./members";
import { groupVersion } from "./resource";
import { getScimGroup } from "./rows";
import type { GroupRequest } from "./write";

/** Deletes a group; its users stay, and lose the role that came of it. Throws `not_found`, `precondition_failed`. */
export async function removeScimGroup(ctx: ScimContext, { groupId, ifMatch }: GroupRequest): Promise<void> {
  const { id: connectionId, projectId, organisationId } = requireDirectory(ctx, "write");
  await withTransaction(ctx, async (tx) => {
    const before = await getScimGroup(tx, groupId, { lock: true });
    requireVersion(ifMatch, groupVersion(before));
    await syncRoles(tx, await removeMembers(tx, groupId, null));
    await tx.db.scimGroup.deleteMany({ where: { id: groupId, connectionId, projectId } });
    const data = { projectId, group: groupId, name: before.displayName };
    await recordAudit(tx, { organisationId, action: "scim_group.delete", targetId: connectionId, data });
  });
}
