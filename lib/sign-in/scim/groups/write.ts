import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireDirectory, type ScimContext } from "../context";
import { syncRoles } from "../roles/sync";
import { requireVersion } from "../version";
import { groupNameTaken } from "./create";
import { addMembers, removeMembers, replaceMembers } from "./members";
import type { GroupChange } from "./patch-group";
import { groupVersion } from "./resource";
import { getScimGroup, type ScimGroupRow } from "./rows";

export interface GroupRequest {
  groupId: string;
  /** The header field of this name. */
  ifMatch: string | null;
}

/** Makes changes to a group, one after the other: all of them or none. Members get the roles that follow. */
export async function changeScimGroup(
  ctx: ScimContext,
  { groupId, ifMatch }: GroupRequest,
  changes: readonly GroupChange[],
): Promise<void> {
  const { id: connectionId, projectId, organisationId } = requireDirectory(ctx, "write");
  const work = withTransaction(ctx, async (tx) => {
    const before = await getScimGroup(tx, groupId, { lock: true });
    requireVersion(ifMatch, groupVersion(before));
    const moved = new Set<string>();
    for (const change of changes) for (const userId of await changeMembers(tx, groupId, change)) moved.add(userId);
    const { displayName, externalId } = fieldsAfter(before, changes);
    const isRenamed = displayName !== before.displayName;
    if (!isRenamed && externalId === before.externalId && moved.size === 0) return;
    const where = { id: groupId, connectionId, projectId };
    const data = { displayName, externalId, version: { increment: 1 }, updatedAt: tx.clock.now() };
    await tx.db.scimGroup.updateMany({ where, data });
    await syncRoles(tx, isRenamed ? await everyone(tx, groupId, moved) : [...moved]);
    const told = { projectId, group: groupId, name: displayName, movedMembers: moved.size };
    await recordAudit(tx, { organisationId, action: "scim_group.update", targetId: connectionId, data: told });
  });
  await work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? groupNameTaken() : error;
  });
}

function changeMembers(tx: ScimContext, groupId: string, change: GroupChange): Promise<string[]> {
  switch (change.kind) {
    case "add-members":
      return addMembers(tx, groupId, change.userIds);
    case "replace-members":
      return replaceMembers(tx, groupId, change.userIds);
    case "remove-members":
      return removeMembers(tx, groupId, change.userIds);
    default:
      return Promise.resolve([]);
  }
}

function fieldsAfter({ displayName, externalId }: ScimGroupRow, changes: readonly GroupChange[]) {
  const after = { displayName, externalId };
  for (const change of changes) {
    if (change.kind === "name") after.displayName = change.displayName;
    if (change.kind === "external-id") after.externalId = change.externalId;
  }
  return after;
}

/** A group's new name may have another role. */
async function everyone(tx: ScimContext, groupId: string, moved: ReadonlySet<string>): Promise<string[]> {
  const members = await tx.db.scimGroupMember.findMany({ where: { groupId }, select: { userId: true } });
  return [...new Set([...moved, ...members.map(({ userId }) => userId)])];
}
