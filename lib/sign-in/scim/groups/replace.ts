import type { ScimContext } from "../context";
import type { Projection } from "../projection";
import type { ScimResource } from "../users/resource";
import type { GroupChange } from "./patch-group";
import { readGroup } from "./read-group";
import { showScimGroup } from "./show";
import { changeScimGroup, type GroupRequest } from "./write";

/**
 * Replaces a group (PUT). Left out, members and `externalId` stay as they are. Throws `not_found`, `conflict`,
 * `precondition_failed`, `invalid_request`.
 */
export async function replaceScimGroup(
  ctx: ScimContext,
  { body, projection, ...request }: GroupRequest & { body: object; projection: Projection },
): Promise<ScimResource> {
  const { displayName, externalId, members } = readGroup(body);
  const changes: GroupChange[] = [{ kind: "name", displayName }];
  if (externalId !== null) changes.push({ kind: "external-id", externalId });
  if (members !== undefined) changes.push({ kind: "replace-members", userIds: members });
  await changeScimGroup(ctx, request, changes);
  return showScimGroup(ctx, { groupId: request.groupId, projection });
}
