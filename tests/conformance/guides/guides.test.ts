import { hashSync } from "@node-rs/bcrypt";
import { hashPassword as hashAsBetterAuth } from "better-auth/crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "@/lib/people/api-keys/create";
import { type PostgresElsewhere, query, startPostgresElsewhere } from "@/tests/support/guides/elsewhere";
import { readGuide, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { type ReadersService, startReadersService } from "@/tests/support/guides/service";
import { createReadyDatabase, createTestOrganisation, lane, laneContext, laneVariables } from "@/tests/support/lanes";
import { createSignInProject, createSignInServerKey, PASSWORD } from "@/tests/support/sign-in-lanes";

let service: ReadersService;
let elsewhere: PostgresElsewhere;
const readers: Reader[] = [];

beforeAll(async () => {
  const starting = startReadersService({ roles: "web,content,sql", plane: laneVariables });
  [elsewhere, service] = await Promise.all([startPostgresElsewhere(), starting]);
});

afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.leave())));

afterAll(() => Promise.all([service?.stop(), elsewhere?.stop()]));

async function startReader(own: Record<string, string> = {}): Promise<Reader> {
  const variables = { COPPICE_URL: service.url, SOURCE_URL: elsewhere.url, ...own };
  const reader = await Reader.start(variables, { ...laneVariables, COPPICE_URL: service.url, LOG_LEVEL: "silent" });
  readers.push(reader);
  return reader;
}

async function ownProject() {
  const { id, publicKey } = await createSignInProject();
  return { COPPICE_PROJECT_ID: id, COPPICE_PUBLIC_KEY: publicKey };
}

/** An organisation with a key that writes. */
async function ownKey() {
  const organisation = await createTestOrganisation();
  const { organisationId, memberIds } = organisation;
  const options = { readOnly: false, databaseId: null, expiresAt: null };
  const input = { organisationId, memberId: memberIds.developer, name: "guide", ...options };
  const { secret } = await createKey(await laneContext(), input);
  return { organisation, COPPICE_MANAGEMENT_KEY: secret };
}

it("Verify tokens in your API", async () => {
  const reader = await startReader(await ownProject());
  await reader.follow(readGuide("verify-tokens"));
});

it("Upload files from your app", async () => {
  const project = await createSignInProject();
  const COPPICE_SERVER_KEY = await createSignInServerKey(project);
  const reader = await startReader({ COPPICE_PROJECT_ID: project.id, COPPICE_SERVER_KEY });
  // A test in the browser follows the rest: tests/e2e/apps/uploads.test.ts.
  await reader.follow(under(readGuide("upload-files"), "A bucket with a policy", "From a program"));
});

it("Share a list and cursors", async () => {
  const project = await createSignInProject();
  const COPPICE_SERVER_KEY = await createSignInServerKey(project);
  const reader = await startReader({ COPPICE_PROJECT_ID: project.id, COPPICE_SERVER_KEY });
  // A test in the browser follows the rest: tests/e2e/apps/shared-list.test.ts.
  await reader.follow(under(readGuide("shared-list"), "Permissions", "From your server"));
});

it("Run SQL over HTTP", async () => {
  const { organisation, COPPICE_MANAGEMENT_KEY } = await ownKey();
  const { id, connectionString } = await createReadyDatabase(lane, organisation, "notes");
  const reader = await startReader({ COPPICE_MANAGEMENT_KEY, DATABASE_ID: id, DATABASE_URL: connectionString });
  await reader.follow(readGuide("sql-over-http"));
});

it("A branch for each pull request", async () => {
  const { organisation, COPPICE_MANAGEMENT_KEY } = await ownKey();
  const { connectionString } = await createReadyDatabase(lane, organisation, "orders");
  await query(connectionString, "CREATE TABLE invoice (id bigint PRIMARY KEY); INSERT INTO invoice VALUES (1)");
  const reader = await startReader({ COPPICE_MANAGEMENT_KEY });
  const blocks = readGuide("branch-per-pull-request");
  await reader.follow(blocks);

  const workflow = blocks.find(({ file }) => file?.startsWith(".github/"))?.text ?? "";
  const steps = [...workflow.matchAll(/- run: (ci\/.+)$/gm)].map(([, step = ""]) => step);
  expect(steps).toHaveLength(2);
  const [up = "", down = ""] = steps;
  await reader.type('export BRANCH=pr-12; : > "$GITHUB_ENV"');
  expect(await reader.type(up)).toContain("pr-12 is ready: db_");
  await reader.type('. "$GITHUB_ENV"; test "$(psql "$DATABASE_URL" -Atc "select count(*) from invoice")" = 1');
  const first = await reader.type('cat "$GITHUB_ENV"');
  await reader.type(up);
  expect(await reader.type('cat "$GITHUB_ENV"'), "a push uses the same branch").toBe(first.repeat(2));
  expect(await reader.type(down)).toBe("pr-12 is gone\n");
  expect(await reader.type(down)).toBe("pr-12 is gone\n");
});

describe("Move users in", () => {
  const blocks = readGuide("move-users-in");
  const around = ["Check it", "Import", "Try a sign-in"];
  const bcrypt = hashSync(PASSWORD, 6);

  it.each([
    ["From better-auth", betterAuthTables],
    ["From Supabase", async () => supabaseTables(bcrypt)],
    ["From Django", async () => DJANGO],
  ])("%s", async (heading, tables) => {
    await query(elsewhere.url, await tables());
    const reader = await startReader(await ownProject());
    await reader.follow(under(blocks, "", heading));
    await reader.follow(under(blocks, ...around));
  });

  it("its example is a line that can be imported", async () => {
    const reader = await startReader(await ownProject());
    const [example] = blocks.filter(({ file }) => file === "users-example.ndjson");
    await reader.make("users.ndjson", example?.text.replace("$2b$12$…", bcrypt) ?? "");
    await reader.type('npm run coppice -- user import users.ndjson --project "$COPPICE_PROJECT_ID"');
    await reader.follow(under(blocks, "Try a sign-in"));
  });
});

it("Move a Postgres database in", async () => {
  await query(elsewhere.url, `CREATE DATABASE shop_elsewhere`);
  const url = elsewhere.url.replace(/\/postgres$/, "/shop_elsewhere");
  await query(
    url,
    `CREATE EXTENSION citext; CREATE ROLE clerk; CREATE SCHEMA sales;
     CREATE TABLE customer (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email citext UNIQUE);
     CREATE TABLE sales.item (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), customer_id int REFERENCES customer);
     CREATE VIEW sales.open AS SELECT * FROM sales.item; GRANT SELECT ON sales.open TO clerk;
     INSERT INTO customer (email) VALUES ('ada@example.com'), ('bob@example.com');
     INSERT INTO sales.item (customer_id) SELECT id FROM customer`,
  );
  const { COPPICE_MANAGEMENT_KEY } = await ownKey();
  const reader = await startReader({ COPPICE_MANAGEMENT_KEY, SOURCE_URL: url });
  await reader.follow(readGuide("move-postgres-in"));
});

async function betterAuthTables(): Promise<string> {
  return `
    CREATE TABLE "user" (id text, name text, email text, "emailVerified" boolean);
    CREATE TABLE account (id text, "userId" text, "providerId" text, password text);
    INSERT INTO "user" VALUES ('1', 'Ada', 'ada@example.com', true), ('2', 'Bob', 'bob@example.com', false);
    INSERT INTO account VALUES ('1', '1', 'credential', '${await hashAsBetterAuth(PASSWORD)}'), ('2', '2', 'github', NULL)`;
}

function supabaseTables(hash: string): string {
  return `
    CREATE SCHEMA auth;
    CREATE TABLE auth.users (email text, encrypted_password text, raw_user_meta_data jsonb,
                             email_confirmed_at timestamptz, deleted_at timestamptz);
    INSERT INTO auth.users VALUES ('ada@example.com', '${hash}', '{"name": "Ada"}', now(), NULL),
      ('bob@example.com', '', '{}', NULL, NULL), ('gone@example.com', '${hash}', '{}', now(), now()), (NULL, '', '{}', NULL, NULL)`;
}

/** The hash is of the tests' password. */
const DJANGO = `
  CREATE TABLE auth_user (email text, first_name text, last_name text, password text, is_active boolean);
  INSERT INTO auth_user VALUES ('ada@example.com', 'Ada', '', 'pbkdf2_sha256$2000$c2FsdHNhbHRzYWx0$96PTVk8oV463rTzsgwuAMSxdOBXMFB91Co5amgMd/1k=', true),
    ('bob@example.com', '', '', '!unusable', true), ('', '', '', '', true)`;
