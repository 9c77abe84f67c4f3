import { randomUUID } from "node:crypto";
import pg from "pg";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { coppice } from "./command-line";
import { credentials, expect } from "./page-test";

export interface MadeDatabase {
  id: string;
  name: string;
  connectionString: string;
}

/** The number of requests that a key may make in a minute; a fast machine makes more. */
const REQUESTS_PER_KEY = RATE_LIMITS.databases.limit;
let key: { secret: string; requests: number } = { secret: "", requests: REQUESTS_PER_KEY };

/** Databases by the API: how they are made in the dashboard is tested where that is the matter. */
async function askApi<Answer>(path: string, body?: object): Promise<{ status: number; answer: Answer }> {
  if (key.requests >= REQUESTS_PER_KEY) {
    const member = ["--member", credentials.email, "--name", "tests"];
    const { secret } = await coppice("key", "create", process.env.COPPICE_ORG_ID ?? "", ...member);
    key = { secret, requests: 0 };
  }
  key.requests += 1;
  const response = await fetch(`${process.env.COPPICE_URL}/api/v1/databases${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** A database that is asked for, and not yet there. */
export async function startDatabase(kind = "e2e"): Promise<Omit<MadeDatabase, "connectionString">> {
  const name = `${kind}-${randomUUID()}`.slice(0, 24);
  const { status, answer } = await askApi<{ id: string }>("", { name });
  expect(status).toBe(201);
  return { id: answer.id, name };
}

/** A database that is ready. */
export async function createDatabase(kind?: string): Promise<MadeDatabase> {
  const { id, name } = await startDatabase(kind);
  const status = async () => (await askApi<{ status: string }>(`/${id}`)).answer.status;
  await expect.poll(status).toBe("ready");
  const { answer } = await askApi<{ connectionString: string }>(`/${id}/connection-string`);
  return { id, name, connectionString: answer.connectionString };
}

/** Past the service, as the database's own role. */
export async function query(
  { connectionString }: Pick<MadeDatabase, "connectionString">,
  text: string,
): Promise<Record<string, string | number | null>[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
