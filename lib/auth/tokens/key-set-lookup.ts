import DataLoader from "dataloader";
import type { DatabaseClient } from "@/lib/db/client";
import type { PublishedKey } from "./key-set";

/** Finds the keys a project may publish. Requests of the same turn of the event loop share one statement. */
export class KeySetLookup {
  readonly #loader: DataLoader<string, PublishedKey[]>;

  constructor(db: DatabaseClient) {
    this.#loader = new DataLoader((projectIds) => findKeys(db, projectIds), {
      cache: false,
      maxBatchSize: 100,
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
  }

  find(projectId: string): Promise<PublishedKey[]> {
    return this.#loader.load(projectId);
  }
}

async function findKeys(db: DatabaseClient, projectIds: readonly string[]): Promise<PublishedKey[][]> {
  const rows = await db.$queryRaw<(PublishedKey & { projectId: string })[]>`
    select project_id as "projectId", status, public_jwk as "publicJwk", retired_at as "retiredAt" from signing_key
    where project_id = any (${[...new Set(projectIds)]}::text[]) and status in ('current', 'next', 'previous')
    order by status, created_at desc, id`;
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return projectIds.map((id) => byProject.get(id) ?? []);
}
