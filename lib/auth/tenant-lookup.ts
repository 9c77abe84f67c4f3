import DataLoader from "dataloader";
import { type DatabaseClient, readRows } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ProjectStatus } from "@/lib/projects/resource";
import { SettingsCache } from "@/lib/projects/settings-cache";
import type { PublishedKey, Tenant } from "./context";

interface Row {
  id: string;
  name: string;
  status: ProjectStatus;
  settingsText: string;
  keys: (Omit<PublishedKey, "retiredAt"> & { retiredAt: string | null })[] | null;
}

/** Finds projects by id, with the keys they may publish, for what needs no key. Requests of the same turn of the event loop share one statement. */
export class TenantLookup {
  readonly #loader: DataLoader<string, Tenant | null>;

  constructor(db: DatabaseClient) {
    const cache = new SettingsCache();
    this.#loader = new DataLoader((ids) => findTenants(db, cache, ids), {
      cache: false,
      maxBatchSize: 100,
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
  }

  find(projectId: string): Promise<Tenant | null> {
    return this.#loader.load(projectId);
  }
}

async function findTenants(db: DatabaseClient, cache: SettingsCache, ids: readonly string[]) {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    select p.id, p.name, p.status, p.settings::text as "settingsText", (
      select json_agg(
        json_build_object('status', k.status, 'publicJwk', k.public_jwk, 'retiredAt', k.retired_at)
        order by k.status, k.created_at desc, k.id
      )
      from signing_key k where k.project_id = p.id and k.status in ('current', 'next', 'previous')
    ) as keys
    from project p where p.id = any (${[...ids]}::text[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, toTenant(row, cache)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Settings that cannot be read fail their own project's requests, not the others of the batch. */
function toTenant({ id, name, status, settingsText, keys }: Row, cache: SettingsCache): Tenant | Error {
  try {
    return { id, name, status, settings: cache.read(id, settingsText), keys: (keys ?? []).map(toKey) };
  } catch (cause) {
    return new Error(`the settings of ${id} cannot be read`, { cause });
  }
}

function toKey({ retiredAt, ...key }: NonNullable<Row["keys"]>[number]): PublishedKey {
  return { ...key, retiredAt: retiredAt === null ? null : new Date(retiredAt) };
}
