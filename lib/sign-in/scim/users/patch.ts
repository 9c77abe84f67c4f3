import type { ScimContext } from "../context";
import { applyOperations } from "../patch/apply";
import { readOperations } from "../patch/read-operations";
import { readProvisioned, USER_SCHEMAS } from "./document";
import type { UserRequest } from "./internal";
import { type ScimResource, toDocument } from "./resource";
import { changeScimUser } from "./write";

/**
 * Changes a user by operations (RFC 7644 section 3.5.2): all of them or none. Throws the errors of `replaceScimUser`,
 * and
 * `invalid_path`, `invalid_filter`, `no_target`, `immutable_attribute`.
 */
export function patchScimUser(
  ctx: ScimContext,
  { body, ...request }: UserRequest & { body: object },
): Promise<ScimResource> {
  const operations = readOperations(body);
  return changeScimUser(ctx, request, (before) =>
    readProvisioned(applyOperations(toDocument(before), operations, USER_SCHEMAS)),
  );
}
