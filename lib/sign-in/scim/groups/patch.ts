import type { ScimContext } from "../context";
import { readOperations } from "../patch/read-operations";
import { readGroupChanges } from "./patch-group";
import { changeScimGroup, type GroupRequest } from "./write";

/**
 * Changes a group by operations: all of them or none. Throws `not_found`, `conflict`, `precondition_failed`,
 * `invalid_request`, `invalid_path`, `invalid_filter`, `no_target`, `immutable_attribute`.
 */
export async function patchScimGroup(
  ctx: ScimContext,
  { body, ...request }: GroupRequest & { body: object },
): Promise<void> {
  await changeScimGroup(ctx, request, readGroupChanges(readOperations(body)));
}
