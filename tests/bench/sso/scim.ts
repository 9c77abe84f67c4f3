import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import type { Table } from "../report";
import type { BenchService } from "../service";

const random = { bytes: (length: number) => randomBytes(length) };
const DOMAIN = "acme.example";
const AT_ONCE = 8;
const GOAL_SECONDS_FOR_TEN_THOUSAND = 60;

/** A directory's first synchronisation: each person is looked for and created, then all of them are in one group. */
export async function scimTable({ baseUrl, control, organisationId }: BenchService, users: number): Promise<Table> {
  const token = await insertConnection(control, organisationId);
  const ask = askBy(`${baseUrl}/scim/v2`, token);
  const ids: string[] = [];
  const created = await timed(users, async (i) => {
    const email = `person${i}@${DOMAIN}`;
    await ask("GET", `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    ids.push((await ask("POST", "/Users", personOf(i, email))).id as string);
  });
  const group = await ask("POST", "/Groups", { displayName: "Everyone" });
  const patches = Math.ceil(users / 500);
  const joined = await timed(patches, async (i) => {
    const value = ids.slice(i * 500, (i + 1) * 500).map((id) => ({ value: id }));
    await ask("PATCH", `/Groups/${group.id}`, { Operations: [{ op: "Add", path: "members", value }] });
  });
  const pages = await timed(Math.ceil(users / 100), async (i) => {
    await ask("GET", `/Users?startIndex=${i * 100 + 1}&count=100`);
  });
  const changed = await timed(Math.min(users, 1_000), async (i) => {
    await ask("PATCH", `/Users/${ids[i]}`, { Operations: [{ op: "Replace", path: "active", value: "False" }] });
  });
  const goal = (GOAL_SECONDS_FOR_TEN_THOUSAND * users) / 10_000;
  const whole = users.toLocaleString("en");
  return {
    title: `A directory's synchronisation, ${AT_ONCE} requests at once`,
    columns: ["What", "Seconds", "Goal", "Met"],
    rows: [
      [`${whole} users looked for and created`, seconds(created), `≤ ${goal}`, created <= goal ? "yes" : "no"],
      [`${whole} users added to a group, 500 at a time`, seconds(joined), "none", "–"],
      [`${whole} users listed, 100 at a time`, seconds(pages), "none", "–"],
      ["1,000 users deactivated", seconds((changed * 1_000) / Math.min(users, 1_000)), "none", "–"],
    ],
  };
}

const seconds = (value: number) => value.toFixed(1);

/** Runs so many pieces of work, a few at once, and returns how many seconds that took. */
async function timed(count: number, work: (i: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - startedAt) / 1_000;
}

function personOf(i: number, email: string): object {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    ...{ userName: email, externalId: `person-${i}`, active: true, displayName: `Person ${i}` },
    name: { givenName: "Person", familyName: String(i) },
    emails: [{ value: email, type: "work", primary: true }],
  };
}

function askBy(address: string, token: string) {
  return async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
}

/** A connection of the first project, with a domain that is verified without its record, and a token. */
async function insertConnection(control: pg.Pool, organisationId: string): Promise<string> {
  const { rows } = await control.query<{ id: string }>("select id from project where organisation_id = $1 limit 1", [
    organisationId,
  ]);
  const projectId = rows[0]?.id ?? (await insertProject(control, organisationId));
  const [connectionId, tokenId] = [createId("ssoConnection", random), createId("scimToken", random)];
  const token = createSecretText(KEY_PREFIX.scim, random);
  await control.query(
    `insert into sso_connection (id, project_id, name, protocol, created_by, created_at, updated_at)
     values ($1, $2, 'Acme', 'saml', 'bench', now(), now())`,
    [connectionId, projectId],
  );
  await control.query(
    `insert into sso_domain (connection_id, project_id, domain, proof, created_at, verified_at)
     values ($1, $2, $3, 'bench', now(), now())`,
    [connectionId, projectId, DOMAIN],
  );
  await control.query(
    `insert into scim_token (id, project_id, connection_id, hint, secret_hash, created_by, created_at)
     values ($1, $2, $3, 'bench', $4, 'bench', now())`,
    [tokenId, projectId, connectionId, Buffer.from(hashSecretText(token))],
  );
  return token;
}

async function insertProject(control: pg.Pool, organisationId: string): Promise<string> {
  const id = createId("project", random);
  await control.query("insert into project (id, organisation_id, name) values ($1, $2, 'Bench')", [id, organisationId]);
  return id;
}
