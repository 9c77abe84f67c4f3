import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { requireDirectory, type ScimContext } from "../context";
import type { Projection } from "../projection";
import { syncRoles } from "../roles/sync";
import type { ScimResource } from "../users/resource";
import { addMembers } from "./members";
import { readGroup } from "./read-group";
import { showScimGroup } from "./show";

const MAX_GROUPS = 5_000;

/** Creates a group. Throws `conflict` for a name that another group has, `invalid_request`, `project_suspended`. */
export async function createScimGroup(
  ctx: ScimContext,
  { body, projection }: { body: object; projection: Projection },
): Promise<ScimResource> {
  const { id: connectionId, projectId, organisationId } = requireDirectory(ctx, "write");
  const { displayName, externalId, members = [] } = readGroup(body);
  const id = createId("scimGroup", ctx.random);
  const create = withTransaction(ctx, async (tx) => {
    if ((await tx.db.scimGroup.count({ where: { connectionId } })) >= MAX_GROUPS) {
      throw new ServiceError("limit_reached", `A connection can have ${MAX_GROUPS} groups.`);
    }
    const now = tx.clock.now();
    const times = { createdAt: now, updatedAt: now };
    const data = { id, projectId, connectionId, displayName, externalId, ...times };
    await tx.db.scimGroup.create({ data, select: { id: true } });
    await syncRoles(tx, await addMembers(tx, id, members));
    const told = { projectId, group: id, name: displayName, members: members.length };
    await recordAudit(tx, { organisationId, action: "scim_group.create", targetId: connectionId, data: told });
  });
  await create.catch((error: unknown) => {
    throw isUniqueViolation(error) ? groupNameTaken() : error;
  });
  return showScimGroup(ctx, { groupId: id, projection });
}

export function groupNameTaken(): ServiceError {
  return new ServiceError("conflict", "Another group of the connection has this name.");
}
