import { requireDirectory, type ScimContext } from "../context";
import { getScimUser, toResource } from "./internal";
import type { ScimResource } from "./resource";

/** Throws `user_not_found`. */
export async function showScimUser(ctx: ScimContext, { userId }: { userId: string }): Promise<ScimResource> {
  requireDirectory(ctx, "read");
  return toResource(ctx, await getScimUser(ctx, userId));
}
