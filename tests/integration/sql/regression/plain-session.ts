import pg from "pg";

export interface Database {
  id: string;
  url: string;
}

export interface Answer {
  text: string;
  rows: (string | null)[][];
  /** The SQLSTATE of a statement that failed. */
  code: string | null;
}

/** Values as Postgres writes them. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

export async function withClient<T>({ url }: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types: AS_TEXT as unknown as pg.CustomTypesConfig });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sends one statement as psql does. */
export async function send(client: pg.Client, text: string): Promise<Answer> {
  try {
    const result = await client.query<(string | null)[]>({ text, rowMode: "array" });
    return { text, rows: Array.isArray(result) ? [] : result.rows, code: null };
  } catch (error) {
    return { text, rows: [], code: (error as pg.DatabaseError).code ?? "lost" };
  }
}

/** Returns a hash of the rows of each table that lasts, and the names of all other relations. */
export async function stateIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<[string, string]>({
    text: `select format('%I.%I', nspname, relname), relkind from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relpersistence <> 't' order by 1`,
    rowMode: "array",
  });
  const reads = rows.map(([name, kind]) =>
    kind === "r" || kind === "p"
      ? `select ${pg.escapeLiteral(name)}, md5(string_agg(t::text, E'\\n' order by t::text collate "C")) from ${name} as t`
      : `select ${pg.escapeLiteral(name)}, ${pg.escapeLiteral(kind)}`,
  );
  const { rows: found, code } = await send(client, reads.join(" union all ") || "select where false");
  if (code !== null) throw new Error(`the tables can't be read: ${code}`);
  return new Map(found.map(([name, text]) => [name ?? "", text ?? ""]));
}

export const stateOf = (database: Database) => withClient(database, stateIn);

export function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
