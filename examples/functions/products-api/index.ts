import { caller } from "coppice";
import pg from "pg";

const PAGE = 50;

/** A REST endpoint over a table: everyone reads it, and the app's servers change it. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    // Its web address is /f/<project>/<name>, with any path behind it.
    const [id, ...rest] = pathname.split("/").slice(4).filter(Boolean);
    if (rest.length > 0 || (id !== undefined && !/^\d{1,9}$/.test(id))) return failure(404, "There's no such path.");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && caller().kind !== "server") return failure(403, "Only servers may change products.");
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    try {
      if (isRead) return id === undefined ? await list(client, searchParams) : await show(client, id);
      if (request.method === "POST" && id === undefined) return await create(client, request);
      if (request.method === "DELETE" && id !== undefined) return await remove(client, id);
      return failure(405, "The path doesn't take this method.");
    } finally {
      await client.end();
    }
  },
};

/** The page after `after`, by id. */
async function list(client: pg.Client, query: URLSearchParams): Promise<Response> {
  const after = query.get("after") ?? "0";
  if (!/^\d{1,9}$/.test(after)) return failure(400, "after must be the id of a product.");
  const { rows } = await client.query(
    'SELECT id, name, price_cents AS "priceCents" FROM products WHERE id > $1 ORDER BY id LIMIT $2',
    [after, PAGE],
  );
  return Response.json({ items: rows, after: rows.length === PAGE ? rows.at(-1).id : null });
}

async function show(client: pg.Client, id: string): Promise<Response> {
  const { rows } = await client.query('SELECT id, name, price_cents AS "priceCents" FROM products WHERE id = $1', [id]);
  return rows[0] ? Response.json(rows[0]) : failure(404, "There's no such product.");
}

async function create(client: pg.Client, request: Request): Promise<Response> {
  const { name, priceCents } = (await request.json().catch(() => null)) ?? {};
  if (typeof name !== "string" || name.trim() === "" || name.length > 200) {
    return failure(400, "name must be a text of 1 to 200 characters.");
  }
  if (!Number.isInteger(priceCents) || priceCents < 0 || priceCents > 1e9) {
    return failure(400, "priceCents must be a whole number from 0 to 1,000,000,000.");
  }
  const { rows } = await client.query(
    'INSERT INTO products (name, price_cents) VALUES ($1, $2) RETURNING id, name, price_cents AS "priceCents"',
    [name.trim(), priceCents],
  );
  return Response.json(rows[0], { status: 201 });
}

async function remove(client: pg.Client, id: string): Promise<Response> {
  const { rowCount } = await client.query("DELETE FROM products WHERE id = $1", [id]);
  return rowCount === 0 ? failure(404, "There's no such product.") : new Response(null, { status: 204 });
}

function failure(status: number, message: string): Response {
  return Response.json({ error: { code: CODES[status] ?? "invalid_request", message } }, { status });
}

const CODES: Record<number, string> = { 403: "forbidden", 404: "not_found", 405: "method_not_allowed" };
