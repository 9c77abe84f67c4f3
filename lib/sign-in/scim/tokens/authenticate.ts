import { timingSafeEqual } from "node:crypto";
import { addressBucket } from "@/lib/core/address-bucket";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { WRONG_SCIM_TOKEN_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { KEY_PREFIX } from "@/lib/core/service";
import type { SignInContext } from "../../context";
import type { ScimConnection } from "../context";

interface Authenticated {
  tokenId: string;
  connection: ScimConnection;
}

/**
 * Returns whose token an Authorization field holds. Every token that isn't valid gets the same `unauthorized`, and an
 * address that sends many of them `rate_limited`.
 */
export async function authenticateScimToken(ctx: SignInContext, authorization: string | null): Promise<Authenticated> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const found = isSecretText(KEY_PREFIX.scim, secret) ? await findToken(ctx, hashSecretText(secret)) : null;
  if (found) return found;
  const key = `${WRONG_SCIM_TOKEN_LIMIT.name}:${addressBucket(ctx.clientAddress)}`;
  await requireWithinLimit(ctx, WRONG_SCIM_TOKEN_LIMIT, key, "Too many wrong tokens.");
  throw new ServiceError("unauthorized", "The SCIM token is missing, malformed, unknown, expired or revoked.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

interface Row {
  id: string;
  secretHash: Uint8Array;
  connectionId: string;
  projectId: string;
  organisationId: string;
  projectStatus: string;
  userOrganisationId: string | null;
  domains: string[];
}

async function findToken(ctx: SignInContext, hash: Uint8Array<ArrayBuffer>): Promise<Authenticated | null> {
  const now = ctx.clock.now().toISOString();
  const [row] = await readRows<Row>(
    ctx.db,
    Prisma.sql`
    select t.id, t.secret_hash as "secretHash", c.id as "connectionId", p.id as "projectId",
           p.organisation_id as "organisationId", p.status as "projectStatus",
           c.user_organisation_id as "userOrganisationId",
           array(select d.domain from sso_domain d where d.connection_id = c.id and d.verified_at is not null) as domains
    from scim_token t
    join sso_connection c on c.id = t.connection_id
    join project p on p.id = c.project_id and p.deleted_at is null
    where t.secret_hash = ${hash}::bytea and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}::timestamptz)`,
  );
  if (!row || !timingSafeEqual(row.secretHash, hash)) return null;
  const { id: tokenId, connectionId: id, projectId, organisationId, userOrganisationId } = row;
  const domains = new Set(row.domains);
  const isProjectActive = row.projectStatus === "active";
  return { tokenId, connection: { id, projectId, organisationId, isProjectActive, userOrganisationId, domains } };
}
