import { createBatchLoader, hexOf } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { ActiveSession, Metadata } from "../session-user";

type TokenHash = Uint8Array<ArrayBuffer>;

/** Finds sessions by their token's hash, in batches. A revocation holds in every process once it is answered. */
export class SessionLookup {
  /** Returns expired sessions too, since only the caller has the clock. */
  readonly find: (hash: TokenHash) => Promise<ActiveSession | null>;

  constructor(db: DatabaseClient) {
    this.find = createBatchLoader(db, hexOf, (hashes) => findSessions(db, hashes));
  }
}

interface Row extends Omit<ActiveSession, "user" | "activeOrganisation"> {
  hash: string;
  userId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  twoFactorEnabled: boolean;
  publicMetadata: Metadata;
  bannedAt: Date | null;
  userCreatedAt: Date;
  userUpdatedAt: Date;
  organisationId: string | null;
  organisationSlug: string | null;
  organisationRole: string | null;
}

async function findSessions(db: DatabaseClient, hashes: TokenHash[]): Promise<ReadonlyMap<string, ActiveSession>> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    select s.id, s.project_id as "projectId", s.is_remembered as "isRemembered", s.factors,
           s.signed_in_at as "signedInAt", s.authenticated_at as "authenticatedAt", s.second_factor_at as "secondFactorAt", s.is_user_verified as "isUserVerified",
           s.sso_session_id as "ssoSessionId", i.acr, coalesce(i.amr, '{}') as amr, s.ip_address as "ipAddress",
           s.user_agent as "userAgent", s.created_at as "createdAt", s.updated_at as "updatedAt",
           s.expires_at as "expiresAt", encode(s.token_hash, 'hex') as hash, u.id as "userId", u.name, u.email,
           u.email_verified as "emailVerified", u.image, u.public_metadata as "publicMetadata",
           u.two_factor_enabled as "twoFactorEnabled", u.banned_at as "bannedAt",
           u.created_at as "userCreatedAt", u.updated_at as "userUpdatedAt",
           o.id as "organisationId", o.slug as "organisationSlug", m.role as "organisationRole"
    from user_session s
    join end_user u on u.id = s.user_id
    left join user_organisation_member m on m.organisation_id = s.active_organisation_id and m.user_id = s.user_id
    left join user_organisation o on o.id = m.organisation_id
    left join sso_session i on i.id = s.sso_session_id
    where s.token_hash = any (${hashes}::bytea[])`,
  );
  return new Map(rows.map((row) => [row.hash, toSession(row)]));
}

function toSession(row: Row): ActiveSession {
  const { hash, userId, name, email, emailVerified, image, twoFactorEnabled, bannedAt, ...rest } = row;
  const { userCreatedAt, userUpdatedAt, publicMetadata, ...others } = rest;
  const { organisationId: id, organisationSlug, organisationRole, ...session } = others;
  const dates = { createdAt: userCreatedAt, updatedAt: userUpdatedAt };
  return {
    ...session,
    activeOrganisation: id === null ? null : { id, slug: organisationSlug ?? "", role: organisationRole ?? "" },
    user: { id: userId, name, email, emailVerified, image, twoFactorEnabled, publicMetadata, bannedAt, ...dates },
  };
}
