import type { Actor, Context } from "@/lib/core/context";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { KEY_PREFIX } from "@/lib/core/service";

/**
 * Returns the actor of a `Bearer` header. A key of another kind and a malformed, unknown, expired or revoked one get
 * the same `unauthorized`. Nothing is cached, so a revocation holds at once.
 */
export async function authenticateAdminKey(
  ctx: Context,
  authorization: string | null,
): Promise<Extract<Actor, { kind: "admin-key" }>> {
  // RFC 6750 section 2.1 defines the token; the scheme is case-insensitive (RFC 9110 section 11.1).
  const secret = /^bearer +([^\s,]+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!isSecretText(KEY_PREFIX.admin, secret)) throw unauthorized();
  const row = await ctx.db.adminKey.findUnique({
    where: { secretHash: hashSecretText(secret) },
    select: { id: true, expiresAt: true, revokedAt: true },
  });
  if (!row || row.revokedAt !== null) throw unauthorized();
  if (row.expiresAt !== null && row.expiresAt <= ctx.clock.now()) throw unauthorized();
  return { kind: "admin-key", id: row.id };
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The admin key is missing, malformed, unknown, expired or revoked.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
