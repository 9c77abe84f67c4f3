import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";

// The least work of `GET /api/v1/databases/{id}`: find key, member, organisation and database, and answer.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const LOOKUP = `
  SELECT k.expires_at, k.revoked_at, m.role, o.management_api, d.id, d.name, d.status, d.failure_reason, d.host_kind,
    d.created_at
  FROM management_key k
  JOIN member m ON m.id = k.member_id
  JOIN organisation o ON o.id = k.organisation_id
  LEFT JOIN database d ON d.organisation_id = o.id AND d.id = $2 AND d.status <> 'deleting'
  WHERE k.secret_hash = $1`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/ready") return void response.end();
  const id = request.url?.slice("/api/v1/databases/".length);
  const secret = request.headers.authorization?.slice("Bearer ".length) ?? "";
  const hash = createHash("sha256").update(secret).digest();
  const { rows } = await pool.query({ name: "lookup", text: LOOKUP, values: [hash, id] });
  const [row] = rows;
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= new Date()))
    return send(response, 401, { error: "unauthorized" });
  if (!row.management_api || !["owner", "admin", "developer", "viewer"].includes(row.role))
    return send(response, 403, { error: "forbidden" });
  if (row.id === null) return send(response, 404, { error: "not found" });
  const { name, status, failure_reason: failureReason, host_kind: hostKind, created_at: createdAt } = row;
  send(response, 200, { id: row.id, name, status, failureReason, hostKind, createdAt });
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
