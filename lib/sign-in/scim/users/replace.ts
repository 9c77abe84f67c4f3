import type { ScimContext } from "../context";
import { readProvisioned, readUserDocument } from "./document";
import type { UserRequest } from "./internal";
import type { ScimResource } from "./resource";
import { changeScimUser } from "./write";

/**
 * Replaces a directory's data on a user (PUT). Left out, `active` and `externalId` stay as they are. Throws
 * `user_not_found`, `precondition_failed`, `foreign_email_domain`, `email_taken`, `conflict`, `invalid_request`.
 */
export function replaceScimUser(
  ctx: ScimContext,
  { body, ...request }: UserRequest & { body: object },
): Promise<ScimResource> {
  return changeScimUser(ctx, request, () => readProvisioned(readUserDocument(body)));
}
