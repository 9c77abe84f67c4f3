import { milliseconds, type Table } from "../report";
import type { BenchService } from "../service";
import { quantile, timed } from "../statistics";
import type { Content } from "./content";

const FOLDERS = 1_000;

/** Lists of 100 entries in a bucket of many objects: keys `d0/000/00/000000`, a thousand folders below each of a few. */
export async function listingTable(
  { control }: BenchService,
  { ask, projectId }: Content,
  objects: number,
  times: number,
): Promise<Table> {
  const { id } = (await (await ask("POST", "/buckets", { name: "many" })).json()) as { id: string };
  await control.query(
    `WITH made AS (
       INSERT INTO object_version (id, project_id, bytes_id, size, sha256, content_type)
       SELECT 'obv_' || lpad(to_hex(i), 20, '0'), $1, 'obv_' || lpad(to_hex(i), 20, '0'), 1, '\\x00', 'text/plain'
       FROM generate_series(1, $2::int) i RETURNING id
     )
     SELECT count(*) FROM made`,
    [projectId, objects],
  );
  await control.query(
    `INSERT INTO object (bucket_id, key, version_id)
     SELECT $1, 'd' || i % 3 || '/' || lpad((i % $3)::text, 4, '0') || '/' || lpad((i / 100 % 100)::text, 2, '0') || '/' || i,
            'obv_' || lpad(to_hex(i), 20, '0')
     FROM generate_series(1, $2::int) i`,
    [id, objects, FOLDERS],
  );
  await control.query("VACUUM ANALYZE object, object_version");
  const lists: [string, string][] = [
    ["the top, with folders", "delimiter=/"],
    ["a thousand folders, 100 of them", "delimiter=/&prefix=d1/"],
    ["one level below", "delimiter=/&prefix=d1/0499/"],
    ["all keys below a prefix", "prefix=d1/0499/"],
    ["all keys, from the start", ""],
  ];
  const rows: string[][] = [];
  for (const [what, query] of lists) {
    const path = `/buckets/many/objects?limit=100&${query}`;
    const taken: number[] = [];
    for (let i = 0; i < times; i += 1) taken.push(await timed(async () => (await ask("GET", path)).arrayBuffer()));
    const p99 = quantile(taken, 0.99);
    rows.push([what, milliseconds(quantile(taken, 0.5)), milliseconds(p99), "≤ 30 ms", p99 <= 30 ? "yes" : "no"]);
  }
  const title = `Lists in a bucket of ${objects.toLocaleString("en")} objects, by one client, ${times} times each`;
  return { title, columns: ["What", "p50", "p99", "Goal", "Met"], rows };
}
