import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";

// The least work of SQL over HTTP: read a request, run it in a pooled session, and answer.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

interface Body {
  query?: string;
  params?: unknown[];
  queries?: { query: string; params?: unknown[] }[];
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/ready") return void response.end();
  const { query, params, queries } = JSON.parse(await text(request)) as Body;
  const result = queries ? await inTransaction(queries) : await pool.query(query ?? "", params);
  const body = JSON.stringify(result);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

async function inTransaction(queries: NonNullable<Body["queries"]>): Promise<pg.QueryResult[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const results = [];
    for (const { query, params } of queries) results.push(await client.query(query, params));
    await client.query("COMMIT");
    return results;
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
