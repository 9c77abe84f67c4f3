import { isRole } from "@/lib/core/access/permissions";
import type { Actor, Context } from "@/lib/core/context";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { KEY_PREFIX } from "@/lib/core/service";
import type { KeyLookup } from "./key-lookup";

export interface ManagementKeyContext extends Context {
  managementKeys: KeyLookup;
}

export type KeyActor = Extract<Actor, { kind: "management-key" }>;

/**
 * Returns the actor of a `Bearer` header. A malformed, unknown, expired or revoked key gets the same `unauthorized`.
 * The prefix and checksum are checked first, so that malformed keys never reach the database.
 */
export async function authenticateManagementKey(
  ctx: ManagementKeyContext,
  authorization: string | null | undefined,
): Promise<KeyActor> {
  const secret = bearerToken(authorization);
  if (secret === null || !isSecretText(KEY_PREFIX.management, secret)) throw unauthorized();
  const row = await ctx.managementKeys.find(hashSecretText(secret));
  if (!row || !isRole(row.role) || row.revokedAt !== null) throw unauthorized();
  if (row.expiresAt !== null && row.expiresAt <= ctx.clock.now()) throw unauthorized();
  return {
    kind: "management-key",
    id: row.id,
    organisationId: row.organisationId,
    memberId: row.memberId,
    role: row.role,
    databaseId: row.databaseId,
    readOnly: row.readOnly,
    managementApi: row.managementApi,
  };
}

/** RFC 6750 section 2.1 defines the token; the scheme is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(authorization: string | null | undefined): string | null {
  return /^bearer +([^\s,]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The management key is missing, malformed, unknown, expired or revoked.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
