import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { BenchService } from "../service";

export interface SeededProject {
  projectId: string;
  /** A user in the middle of the list. */
  userId: string;
  email: string;
}

interface Size {
  users: number;
  events: number;
}

const PROJECT = "p_measured000000000000";
const DAYS = 90;

/** Makes a project whose users and events are spread over 90 days, an event of seven a refusal. */
export async function seedProject({ control, organisationId }: BenchService, size: Size): Promise<SeededProject> {
  await control.query("INSERT INTO project (id, organisation_id, name) VALUES ($1, $2, 'Measured')", [
    PROJECT,
    organisationId,
  ]);
  await withoutIndexes(control, "end_user", () => control.query(USERS, [PROJECT, size.users]));
  await withoutIndexes(control, "user_account", () => control.query(ACCOUNTS, [PROJECT]));
  await withoutIndexes(control, "security_event", () => control.query(EVENTS, [PROJECT, size.events, size.users]));
  await control.query("VACUUM ANALYZE");
  await countSignIns(control);
  const { rows } = await control.query<{ id: string; email: string }>(
    "SELECT id, email FROM end_user WHERE project_id = $1 ORDER BY created_at OFFSET $2 LIMIT 1",
    [PROJECT, Math.floor(size.users / 2)],
  );
  const [user] = rows;
  if (!user) throw new Error("No user was made.");
  return { projectId: PROJECT, userId: user.id, email: user.email };
}

const USERS = `
  INSERT INTO end_user (id, project_id, email, email_verified, name, last_sign_in_at, created_at, updated_at)
  SELECT 'usr_' || left(md5('user' || n), 20), $1, 'person' || n || '@example.com', n % 5 <> 0,
    'Given' || n % 5000 || ' Name' || n % 70000,
    CASE WHEN n % 10 <> 0 THEN now() - random() * interval '${DAYS} days' END,
    now() - interval '${DAYS} days' * (n::float / $2::int), now()
  FROM generate_series(1, $2::int) AS n`;

const ACCOUNTS = `
  INSERT INTO user_account (id, project_id, user_id, provider_id, account_id, created_at)
  SELECT 'acc_' || right(id, 20), project_id, id, provider, CASE provider WHEN 'credential' THEN id ELSE right(id, 20) END,
    created_at
  FROM end_user, LATERAL (SELECT (ARRAY['credential', 'credential', 'google', 'github'])[1 + ascii(right(id, 1)) % 4]) AS of(provider)
  WHERE project_id = $1`;

const EVENTS = `
  INSERT INTO security_event (id, project_id, user_id, kind, outcome, reason, address, user_agent, request_id, data, created_at)
  SELECT 'sev_' || left(md5('event' || n), 20), $1, 'usr_' || left(md5('user' || who), 20), 'session.sign_in',
    CASE WHEN n % 7 = 0 THEN 'refused' ELSE 'accepted' END,
    CASE WHEN n % 7 = 0 THEN 'INVALID_EMAIL_OR_PASSWORD' END,
    '203.0.113.' || n % 256, 'Mozilla/5.0 (X11; Linux x64)', 'req_' || left(md5('request' || n), 20),
    jsonb_build_object('email', 'person' || who || '@example.com',
      'factor', (ARRAY['password', 'password', 'magic-link', 'passkey', 'google'])[1 + n % 5]),
    now() - interval '${DAYS} days' * (1 - n::float / $2::int)
  FROM generate_series(1, $2::int) AS n, LATERAL (SELECT 1 + (n::bigint * 7919 % $3::int)::int) AS of(who)`;

/** The worker counts the hours that are over, which it does once an hour. */
async function countSignIns(control: pg.Pool): Promise<void> {
  process.stderr.write("counting sign-ins …\n");
  await control.query("SELECT graphile_worker.add_job('count-sign-ins')");
  for (;;) {
    const { rows } = await control.query("SELECT FROM sign_in_count WHERE project_id = $1 LIMIT 1", [PROJECT]);
    if (rows.length > 0) return;
    await delay(500);
  }
}

/** Indexes that are filled at the end take a fraction of the time. */
async function withoutIndexes(control: pg.Pool, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await control.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass AND NOT i.indisunique`,
    [table],
  );
  for (const { name } of rows) await control.query(`DROP INDEX "${name}"`);
  process.stderr.write(`filling ${table} …\n`);
  await work();
  for (const { definition } of rows) await control.query(definition);
}
