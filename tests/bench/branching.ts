import pg from "pg";
import { ApiCaller } from "./api";
import { untilReady } from "./creation";
import { BareRecipe } from "./recipe";
import { newDatabaseId } from "./rows";
import type { BenchService } from "./service";
import { alternate, type Comparison, timed } from "./statistics";

/** Of text; a row with its overhead takes about a kilobyte. */
const ROW_BYTES = 960;
const ROWS_PER_STATEMENT = 100_000;

export interface BranchMeasurement extends Comparison {
  /** As PostgreSQL counts the parent. */
  bytes: number;
}

interface BranchingOptions {
  megabytes: number;
  runs: number;
  /** Rounds that do not count. */
  warmUpRounds: number;
}

/** The POST that branches, against the recipe by hand, in turn on the same parent, each after a checkpoint. */
export async function measureBranching(
  service: BenchService,
  { megabytes, runs, warmUpRounds }: BranchingOptions,
): Promise<BranchMeasurement> {
  const api = await ApiCaller.withKeys(service, (runs + warmUpRounds) * 2 + 3);
  const recipe = await BareRecipe.connect(service.provisionerUrl);
  const parent = await createParent(service, api, megabytes);
  const method = service.sharesBlocks ? "clone" : "copy";
  const sides = {
    ours: () => branchByApi(service, api, parent.id),
    bare: async () => {
      // Not the name of a database of the service: nothing looks after this one while it is made.
      const id = `bare_${newDatabaseId()}`;
      await service.superuser.query("CHECKPOINT");
      const milliseconds = await timed(() => recipe.branch(parent.id, id, method));
      await recipe.drop(id);
      return milliseconds;
    },
  };
  try {
    await alternate(warmUpRounds, sides);
    return { ...(await alternate(runs, sides)), bytes: parent.bytes };
  } finally {
    await api.call("DELETE", `/api/v1/databases/${parent.id}`);
    await recipe.close();
  }
}

async function branchByApi({ superuser }: BenchService, api: ApiCaller, parentId: string): Promise<number> {
  await superuser.query("CHECKPOINT");
  let id = "";
  const milliseconds = await timed(async () => {
    const path = `/api/v1/databases/${parentId}/branches`;
    const made = await api.call<{ branch: { id: string } }>("POST", path, { name: newDatabaseId().slice(3) });
    id = made.branch.id;
  });
  await api.call("DELETE", `/api/v1/databases/${id}`);
  return milliseconds;
}

async function createParent(service: BenchService, api: ApiCaller, megabytes: number) {
  const name = newDatabaseId().slice(3);
  const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name });
  await untilReady(service, id);
  const path = `/api/v1/databases/${id}/connection-string`;
  const { connectionString } = await api.call<{ connectionString: string }>("GET", path);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      "CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload text NOT NULL)",
    );
    for (let bytes = 0; bytes < megabytes * 2 ** 20; bytes = await sizeOf(client)) {
      const missing = Math.ceil((megabytes * 2 ** 20 - (await sizeOf(client))) / ROW_BYTES);
      await client.query(
        "INSERT INTO entry (payload) SELECT repeat(md5(random()::text), $1) FROM generate_series(1, $2)",
        [ROW_BYTES / 32, Math.min(missing, ROWS_PER_STATEMENT)],
      );
    }
    // Autovacuum would do it in the middle of a measurement.
    await client.query("VACUUM (FREEZE, ANALYZE) entry");
    return { id, bytes: await sizeOf(client) };
  } finally {
    await client.end();
  }
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_database_size(current_database()) AS bytes");
  return Number(rows[0]?.bytes);
}
