import DataLoader from "dataloader";
import { type DatabaseClient, readRows } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ProjectStatus } from "@/lib/projects/resource";
import type { ProjectSettings } from "@/lib/projects/settings";
import { SettingsCache } from "@/lib/projects/settings-cache";
import type { ProjectKeyKind, ProjectKeyScope } from "./scope";

export interface FoundProjectKey {
  id: string;
  kind: ProjectKeyKind;
  scope: ProjectKeyScope;
  projectId: string;
  projectName: string;
  projectStatus: ProjectStatus;
  /** Effective settings, shared by all requests of the project. */
  settings: ProjectSettings;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

interface KeyRow extends Omit<FoundProjectKey, "settings"> {
  settingsText: string;
  hash: string;
}

type SecretHash = Uint8Array<ArrayBuffer>;

/**
 * Finds project keys by the hash of their secret, with the project's status and settings. Requests that arrive in the
 * same turn of the event loop share one statement. Only parsed settings are kept: a revocation, a suspension and a
 * changed setting hold at once.
 */
export class ProjectKeyLookup {
  readonly #loader: DataLoader<SecretHash, FoundProjectKey | null>;

  constructor(db: DatabaseClient) {
    const cache = new SettingsCache();
    this.#loader = new DataLoader((hashes) => findKeys(db, cache, hashes), {
      cache: false,
      maxBatchSize: 100,
      // Sockets are read one after the other in a turn, and `setImmediate` comes after all of them.
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
  }

  /** `null` when there is no such key. An expired or revoked one is answered as it is. */
  find(hash: SecretHash): Promise<FoundProjectKey | null> {
    return this.#loader.load(hash);
  }
}

async function findKeys(
  db: DatabaseClient,
  cache: SettingsCache,
  hashes: readonly SecretHash[],
): Promise<(FoundProjectKey | null | Error)[]> {
  const rows = await readRows<KeyRow>(
    db,
    Prisma.sql`
    select k.id, k.kind, k.scope, k.project_id as "projectId", p.name as "projectName", k.expires_at as "expiresAt",
           k.revoked_at as "revokedAt", p.status as "projectStatus", p.settings::text as "settingsText",
           encode(k.secret_hash, 'hex') as hash
    from project_key k
    join project p on p.id = k.project_id
    where k.secret_hash = any (${[...hashes]}::bytea[])`,
  );
  const byHash = new Map(rows.map((row) => [row.hash, toFound(row, cache)]));
  return hashes.map((hash) => byHash.get(Buffer.from(hash).toString("hex")) ?? null);
}

/** Settings that cannot be read fail their own project's requests, not the others of the batch. */
function toFound({ settingsText, hash: _, ...row }: KeyRow, cache: SettingsCache): FoundProjectKey | Error {
  try {
    return { ...row, settings: cache.read(row.projectId, settingsText) };
  } catch (cause) {
    return new Error(`the settings of ${row.projectId} cannot be read`, { cause });
  }
}
