import type { ProjectKeyKind, ProjectKeyScope } from "@/lib/core/access/project-key-scope";
import { createBatchLoader, hexOf } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { CurrentSigningKey } from "@/lib/sign-in/projects/request-project";
import type { ProjectStatus } from "@/lib/sign-in/projects/resource";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { SettingsCache } from "@/lib/sign-in/projects/settings-cache";

export interface FoundProjectKey {
  id: string;
  kind: ProjectKeyKind;
  scope: ProjectKeyScope;
  projectId: string;
  projectName: string;
  projectStatus: ProjectStatus;
  settings: ProjectSettings;
  signingKey: CurrentSigningKey | null;
  /** Whether the project has an enabled connection for single sign-on. */
  hasSso: boolean;
  /** Whether the project is the dashboard's own, for which the operator alone could make a key. */
  isBuiltIn: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

interface KeyRow extends Omit<FoundProjectKey, "settings" | "signingKey"> {
  settingsText: string;
  signingKeyId: string | null;
  signingAlgorithm: CurrentSigningKey["algorithm"] | null;
  hash: string;
}

type SecretHash = Uint8Array<ArrayBuffer>;

/** Finds project keys by hash, in batches. Only parsed settings are cached, so a revocation holds at once. */
export class ProjectKeyLookup {
  /** Returns expired and revoked keys too, and `null` for an unknown one. */
  readonly find: (hash: SecretHash) => Promise<FoundProjectKey | null>;

  constructor(db: DatabaseClient) {
    const cache = new SettingsCache();
    this.find = createBatchLoader(hexOf, (hashes) => findKeys(db, cache, hashes));
  }
}

async function findKeys(
  db: DatabaseClient,
  cache: SettingsCache,
  hashes: SecretHash[],
): Promise<ReadonlyMap<string, FoundProjectKey | Error>> {
  const rows = await readRows<KeyRow>(
    db,
    Prisma.sql`
    select k.id, k.kind, k.scope, k.project_id as "projectId", p.name as "projectName", k.expires_at as "expiresAt",
           k.revoked_at as "revokedAt", p.status as "projectStatus", p.settings::text as "settingsText",
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
function toFound(found: KeyRow, cache: SettingsCache): FoundProjectKey | Error {
  const { settingsText, hash: _, signingKeyId: id, signingAlgorithm: algorithm, ...row } = found;
  const signingKey = id === null || algorithm === null ? null : { id, algorithm };
  try {
    return { ...row, signingKey, settings: cache.read(row.projectId, settingsText) };
  } catch (cause) {
    return new Error(`the settings of ${row.projectId} cannot be read`, { cause });
  }
}
