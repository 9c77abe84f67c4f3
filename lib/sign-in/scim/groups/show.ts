import { requireDirectory, type ScimContext } from "../context";
import type { Projection } from "../projection";
import { scimBaseUrl } from "../tokens/resource";
import type { ScimResource } from "../users/resource";
import { toScimGroup } from "./resource";
import { findMembers, getScimGroup } from "./rows";

/** Throws `not_found`. */
export async function showScimGroup(
  ctx: ScimContext,
  { groupId, projection }: { groupId: string; projection: Projection },
): Promise<ScimResource> {
  requireDirectory(ctx, "read");
  const row = await getScimGroup(ctx, groupId);
  const members = projection.wants("members") ? await findMembers(ctx, [groupId]) : null;
  return toScimGroup(row, members, scimBaseUrl(ctx));
}
