import { createBatchLoader } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { PublishedKey, RequestProject } from "./request-project";
import type { ProjectStatus } from "./resource";
import { SettingsCache } from "./settings-cache";

interface Row {
  id: string;
  name: string;
  status: ProjectStatus;
  settingsText: string;
  isBuiltIn: boolean;
  hasSso: boolean;
  keysText: string | null;
}

type StoredKey = Omit<PublishedKey, "retiredAt"> & { retiredAt: string | null };

const MAX_PROJECTS = 5_000;

/** Finds projects by id, in batches. Parsed values are cached by their exact text. */
export class ProjectLookup {
  readonly find: (projectId: string) => Promise<RequestProject | null>;

  constructor(db: DatabaseClient) {
    const cache = { settings: new SettingsCache(), keys: new KeysCache() };
    this.find = createBatchLoader(
      db,
      (id) => id,
      (ids) => findProjects(db, cache, ids),
    );
  }
}

async function findProjects(
  db: DatabaseClient,
  cache: Cache,
  ids: string[],
): Promise<ReadonlyMap<string, RequestProject | Error>> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    select p.id, p.name, p.status, p.settings::text as "settingsText",
           p.built_in_as is not null as "isBuiltIn",
           exists (select from sso_connection c where c.project_id = p.id and c.is_enabled) as "hasSso", (
      select json_agg(
        json_build_object('status', k.status, 'publicJwk', k.public_jwk, 'retiredAt', k.retired_at)
        order by k.status, k.created_at desc, k.id
      )
      from signing_key k where k.project_id = p.id and k.status in ('current', 'next', 'previous')
    )::text as "keysText"
    from project p where p.id = any (${ids}::text[]) and p.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, toProject(row, cache)]));
}

/** Settings that cannot be read fail their own project's requests, not the others of the batch. */
function toProject({ settingsText, keysText, ...row }: Row, { settings, keys }: Cache): RequestProject | Error {
  const { id } = row;
  try {
    return { ...row, settings: settings.read(id, settingsText), keys: keys.read(id, keysText ?? "[]") };
  } catch (cause) {
    return new Error(`the settings of ${id} cannot be read`, { cause });
  }
}

interface Cache {
  settings: SettingsCache;
  keys: KeysCache;
}

/** Returns the same array for the same text, so that key sets can be cached by it. Evicts the oldest entries. */
class KeysCache {
  readonly #byProject = new Map<string, { text: string; keys: readonly PublishedKey[] }>();

  read(projectId: string, text: string): readonly PublishedKey[] {
    const cached = this.#byProject.get(projectId);
    if (cached?.text === text) return cached.keys;
    const keys = (JSON.parse(text) as StoredKey[]).map(toKey);
    this.#byProject.delete(projectId);
    this.#byProject.set(projectId, { text, keys });
    const [oldest] = this.#byProject.keys();
    if (this.#byProject.size > MAX_PROJECTS && oldest !== undefined) this.#byProject.delete(oldest);
    return keys;
  }
}

function toKey({ retiredAt, ...key }: StoredKey): PublishedKey {
  return { ...key, retiredAt: retiredAt === null ? null : new Date(retiredAt) };
}
