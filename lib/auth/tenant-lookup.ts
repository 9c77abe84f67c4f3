import DataLoader from "dataloader";
import type { DatabaseClient } from "@/lib/db/client";
import type { ProjectStatus } from "@/lib/projects/resource";
import { SettingsCache } from "@/lib/projects/settings-cache";
import type { Tenant } from "./context";

interface Row {
  id: string;
  name: string;
  status: ProjectStatus;
  settingsText: string;
}

/** Finds projects by id, for what needs no key. Requests of the same turn of the event loop share one statement. */
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
  const rows = await db.$queryRaw<Row[]>`
    select id, name, status, settings::text as "settingsText" from project where id = any (${[...ids]}::text[])`;
  const byId = new Map(rows.map((row) => [row.id, toTenant(row, cache)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Settings that cannot be read fail their own project's requests, not the others of the batch. */
function toTenant({ id, name, status, settingsText }: Row, cache: SettingsCache): Tenant | Error {
  try {
    return { id, name, status, settings: cache.read(id, settingsText) };
  } catch (cause) {
    return new Error(`the settings of ${id} cannot be read`, { cause });
  }
}
