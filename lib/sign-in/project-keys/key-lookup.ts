import { createBatchLoader, hexOf } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { FoundProjectKey, SigningAlgorithm } from "@/lib/sign-in/projects/request-project";
import type { ProjectStatus } from "@/lib/sign-in/projects/resource";
import { SettingsCache } from "@/lib/sign-in/projects/settings-cache";

interface Row extends Omit<FoundProjectKey, "project"> {
  hash: string;
  projectId: string;
  name: string;
  status: ProjectStatus;
  settingsText: string;
  hasSso: boolean;
  isBuiltIn: boolean;
  signingKeyId: string | null;
  signingAlgorithm: SigningAlgorithm | null;
}

type SecretHash = Uint8Array<ArrayBuffer>;

/** Finds project keys by hash, in batches. A revocation holds once it is answered. */
export class ProjectKeyLookup {
  /** Returns expired and revoked keys too, and `null` for an unknown one. */
  readonly find: (hash: SecretHash) => Promise<FoundProjectKey | null>;

  constructor(db: DatabaseClient) {
    const cache = new SettingsCache();
    this.find = createBatchLoader(db, hexOf, (hashes) => findKeys(db, cache, hashes));
  }
}

async function findKeys(
  db: DatabaseClient,
  cache: SettingsCache,
  hashes: SecretHash[],
): Promise<ReadonlyMap<string, FoundProjectKey | Error>> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    select k.id, k.kind, k.scope, k.project_id as "projectId", p.name, k.expires_at as "expiresAt",
           k.revoked_at as "revokedAt", p.status, p.settings::text as "settingsText",
           exists (select from sso_connection c where c.project_id = p.id and c.is_enabled) as "hasSso",
           p.built_in_as is not null as "isBuiltIn",
           encode(k.secret_hash, 'hex') as hash, s.id as "signingKeyId", s.algorithm as "signingAlgorithm"
    from project_key k
    join project p on p.id = k.project_id and p.deleted_at is null
    left join signing_key s on s.project_id = p.id and s.status = 'current'
    where k.secret_hash = any (${hashes}::bytea[])`,
  );
  return new Map(rows.map((row) => [row.hash, toFound(row, cache)]));
}

/** Settings that cannot be read fail their own project's requests, not the others of the batch. */
function toFound(
  { id, kind, scope, expiresAt, revokedAt, ...row }: Row,
  cache: SettingsCache,
): FoundProjectKey | Error {
  const { projectId, name, status, settingsText, hasSso, isBuiltIn, signingKeyId, signingAlgorithm: algorithm } = row;
  const signingKey = signingKeyId === null || algorithm === null ? null : { id: signingKeyId, algorithm };
  try {
    const settings = cache.read(projectId, settingsText);
    const project = { id: projectId, name, status, settings, signingKey, hasSso, isBuiltIn };
    return { id, kind, scope, project, expiresAt, revokedAt };
  } catch (cause) {
    return new Error(`the settings of ${projectId} cannot be read`, { cause });
  }
}
