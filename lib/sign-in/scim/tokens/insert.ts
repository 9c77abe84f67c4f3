import type { Context } from "@/lib/core/context";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import type { ConnectionAddress } from "../../sso/connections/address";
import { type CreatedScimToken, scimBaseUrl, toScimToken } from "./resource";

/** One for the directory, and its replacement. */
const MAX_VALID = 2;

/** Inserts a token of a connection that the caller has locked. Throws `conflict` where two are valid. */
export async function insertScimToken(tx: Context, address: ConnectionAddress): Promise<CreatedScimToken> {
  const { projectId, connectionId } = address;
  const now = tx.clock.now();
  if ((await tx.db.scimToken.count({ where: { connectionId, ...validAt(now) } })) >= MAX_VALID) {
    throw new ServiceError("conflict", `A connection can have ${MAX_VALID} valid tokens. Revoke one first.`);
  }
  const secret = createSecretText(KEY_PREFIX.scim, tx.random);
  const hint = `${KEY_PREFIX.scim}…${secret.slice(-4)}`;
  const id = createId("scimToken", tx.random);
  const data = { id, projectId, connectionId, hint, createdBy: tx.actor.id, createdAt: now };
  const row = await tx.db.scimToken.create({ data: { ...data, secretHash: hashSecretText(secret) } });
  return { ...toScimToken(row, now), baseUrl: scimBaseUrl(tx), secret };
}

export const validAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

export function scimTokenNotFound(): ServiceError {
  return new ServiceError("not_found", "The connection has no such token.");
}
