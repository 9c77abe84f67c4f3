import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { PROCESS_ROLES } from "@/lib/core/role-variables";
import { bootstrapOperatorOrganisation } from "@/lib/people/organisations/bootstrap";
import { createRuntime } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { Build, type RunningBuild } from "@/tests/support/builds";
import { newControlUrl, workerHostCluster } from "@/tests/support/clusters";
import { OPERATOR, random } from "@/tests/support/context";
import { readPage, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { POSTGRES_CLIENT } from "@/tests/support/postgres-client";

const LATER_VERSION = "99.0.0";
const TRIAL = "upgrade_trial";
const ORIGIN = "http://localhost:5173";
const PASSWORD = "correct horse battery staple";
const USER = { name: "Ada", email: "ada@example.com", password: PASSWORD };

const [backUp, migrate, restore, afterwards] = under(readPage("operating"), "With a control plane of yours");

let folder: string;
let older: Build;
let newer: Build;
let reader: Reader;
let plane: Record<string, string>;
let running: RunningBuild | undefined;
let url: string;
let keys: Record<string, string>;
/** The databases of the older version and of the newer one. */
const databases: Record<"before" | "after", string> = { before: "", after: "" };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-upgrade-"));
  older = await Build.ofCheckout(join(folder, "older"));
  newer = await Build.withMigration(join(folder, "newer"), {
    ...{ version: LATER_VERSION, name: TRIAL },
    change: (schema) =>
      `${schema.replace("model Organisation {", '$&\n  trialNote String? @map("trial_note")')}
model UpgradeTrial {
  id   String @id
  note String

  @@map("${TRIAL}")
}
`,
  });
  const COPPICE_SECRET_KEYS = `k1:${Buffer.from(random.bytes(32)).toString("base64")}`;
  plane = { DATABASE_URL: await emptyDatabase(), COPPICE_SECRET_KEYS, COPPICE_DATA_DIR: join(folder, "data") };
  reader = await Reader.start({}, { COPPICE_SECRET_KEYS, LOG_LEVEL: "silent" }, join(folder, "current"));
  await reader.type(`export COPPICE_DATA_DIR='${plane.COPPICE_DATA_DIR}' PATH='${POSTGRES_CLIENT}':"$PATH"`);
});

afterAll(async () => {
  await running?.stop();
  await reader?.leave();
  rmSync(folder, { recursive: true, force: true });
});

async function onControlPlane<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: plane.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const made = await newControlUrl();
  const client = new pg.Client({ connectionString: made });
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA graphile_worker CASCADE");
  await client.end();
  return made;
}

/** Has the operator's commands run by a build. */
async function useCommandsOf(build: Build): Promise<void> {
  rmSync(join(folder, "current"), { force: true });
  symlinkSync(build.folder, join(folder, "current"));
  await reader.type(`export DATABASE_URL='${plane.DATABASE_URL}'`);
}

async function serve(build: Build): Promise<void> {
  const port = await findFreePort([]);
  url = `http://localhost:${port}`;
  // Pages aren't part of these builds, and Next is loaded with the first page.
  const own = { PORT: String(port), COPPICE_ROLES: "web,worker", COPPICE_ROLE_START: "on-demand" };
  running = await build.start({ ...plane, ...own });
  const { version, build: sha } = JSON.parse(/^.*"started".*$/m.exec(running.output())?.[0] ?? "{}");
  expect({ version, sha, output: version ? "" : running.output() }).toMatchObject({
    ...{ output: "", sha: `build-of-${version}` },
    version: build === newer ? LATER_VERSION : expect.not.stringContaining(LATER_VERSION),
  });
}

async function stop(): Promise<void> {
  expect(await running?.stop()).toMatchObject({ code: 0 });
  running = undefined;
}

async function ask(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const isWire = path.startsWith("/v1");
  const response = await fetch(url + path, {
    headers: {
      ...{ authorization: `Bearer ${isWire ? keys.COPPICE_PUBLIC_KEY : keys.COPPICE_MANAGEMENT_KEY}` },
      ...{ "content-type": "application/json", "x-coppice-project-id": keys.COPPICE_PROJECT_ID ?? "", origin: ORIGIN },
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, `${path} ${response.status} ${text}`).toBe(true);
  return JSON.parse(text);
}

async function makeDatabase(name: string): Promise<string> {
  const { id } = await ask("/api/v1/databases", { name });
  await expect.poll(async () => (await ask(`/api/v1/databases/${id}`)).status).toBe("ready");
  const query = "CREATE TABLE item AS SELECT 'kept' AS name";
  await ask("/api/v1/sql", { database: id, query });
  return String(id);
}

async function expectRowsAndUser(): Promise<void> {
  const read = { database: databases.before, query: "SELECT name FROM item" };
  expect(await ask("/api/v1/sql", read)).toMatchObject({ rows: [{ name: "kept" }] });
  const { email, password } = USER;
  expect(await ask("/v1/auth-tenant/sign-in/email", { email, password })).toMatchObject({ user: { email } });
}

async function doctorOf(build: Build): Promise<{ status: string; detail: string; advice: string | null }> {
  const { output } = await build.coppice(["doctor", "--json"], plane);
  const { checks } = JSON.parse(output) as {
    checks: { name: string; status: string; detail: string; advice: string }[];
  };
  const found = checks.find(({ name }) => name === "migrations");
  if (!found) throw new Error(output);
  return found;
}

const NEWER =
  /^(?:error: )?A newer version of Coppice has migrated the control plane: this one doesn't know the migration \d+_upgrade_trial\. Run that version, or restore a backup from before the upgrade\.\n$/;
const PENDING = { status: "fail", detail: expect.stringMatching(/^pending: \d+_upgrade_trial$/) };

it("the older version makes a user, a database and rows", async () => {
  expect(await older.coppice(["migrate"], plane)).toMatchObject({ code: 0 });
  const runtime = createRuntime(readEnvironment(plane));
  const ctx = runtime.context({ actor: OPERATOR, requestId: createId("request", random) });
  const announce = () => undefined;
  const made = await bootstrapOperatorOrganisation(ctx, { url: ORIGIN, isDevelopment: true, announce });
  await runtime.close();
  keys = made?.values ?? {};
  await useCommandsOf(older);
  await reader.make("provisioner-url.txt", (await workerHostCluster()).provisionerUrl);
  await reader.type("npm run coppice -- host add pg-1 --capacity 10 < provisioner-url.txt");
  await serve(older);
  databases.before = await makeDatabase("before");
  await ask("/v1/auth-tenant/sign-up/email", USER);
  await stop();
});

it("the newer version starts nothing before the migration, and doctor names it", async () => {
  const refused = await newer.start({ ...plane, COPPICE_ROLES: "web" });
  const { code, output } = await refused.stop();
  expect(output).toMatch(/^The control plane lacks the migration \d+_upgrade_trial\. Run `npm run coppice -- migrate`/);
  expect(code).toBe(1);
  expect(await doctorOf(newer)).toMatchObject({ ...PENDING, advice: expect.stringContaining("coppice -- migrate") });
  expect(await doctorOf(older)).toMatchObject({ status: "ok" });
});

it("a migration that fails halfway leaves nothing of itself, and doctor still names it", async () => {
  await reader.type(backUp?.text ?? "");
  await onControlPlane(`CREATE TABLE ${TRIAL} ()`);
  const failed = await newer.coppice(["migrate"], plane);
  expect(failed.output).toMatch(
    /_upgrade_trial failed, and nothing of it was applied: relation "upgrade_trial" already/,
  );
  expect(failed.code).toBe(1);
  await onControlPlane(`DROP TABLE ${TRIAL}`);
  expect(await doctorOf(newer)).toMatchObject(PENDING);
  const columns = "SELECT FROM information_schema.columns WHERE column_name = 'trial_note'";
  expect(await onControlPlane(columns)).toEqual([]);
});

it("of two that migrate over a half-applied migration one applies it, and the other finds nothing to do", async () => {
  const { detail } = await doctorOf(newer);
  const name = detail.replace("pending: ", "");
  await onControlPlane("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('begun', 'none', $1)", [
    name,
  ]);
  expect(await doctorOf(newer)).toMatchObject(PENDING);
  const both = await Promise.all([1, 2].map(() => newer.coppice(["migrate", "--json"], plane)));
  const applied = both.map(({ output }) => JSON.parse(output).applied as string[]);
  expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], [name]]);
  const rows = await onControlPlane(
    "SELECT finished_at IS NULL AS begun FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL",
    [name],
  );
  expect(rows).toEqual([{ begun: false }]);
});

it("the newer version has everything of the older one after the page's commands, and adds to it", async () => {
  await useCommandsOf(newer);
  const printed = await reader.type(`${migrate?.text} || test $? = 1`);
  expect(printed).toMatch(/^The control plane has the schema of this version\.$/m);
  expect(printed).toMatch(/^ok +migrations +\d+ applied, none pending$/m);
  await serve(newer);
  await expectRowsAndUser();
  databases.after = await makeDatabase("after");
  await stop();
});

it.each(PROCESS_ROLES)("the role %s of the older version refuses the migrated control plane", async (role) => {
  const refused = await older.start({ ...plane, COPPICE_ROLES: role });
  expect(await refused.stop()).toEqual({ code: 1, output: expect.stringMatching(NEWER) });
});

it("so do the older version's start and commands, and its doctor says what to do", async () => {
  const started = await older.start(plane);
  expect(await started.stop()).toEqual({ code: 1, output: expect.stringMatching(NEWER) });
  for (const command of [["migrate"], ["org", "list"]]) {
    expect(await older.coppice(command, plane)).toEqual({ code: 1, output: expect.stringMatching(NEWER) });
  }
  expect(await doctorOf(older)).toMatchObject({
    ...{ status: "fail", detail: expect.stringMatching(/^of a newer version: \d+_upgrade_trial$/) },
    advice: expect.stringContaining("restore a backup from before the upgrade"),
  });
});

it("the page's commands lead back: the older version has its user and its rows, and names the later database", async () => {
  const restored = await emptyDatabase();
  await reader.type(`export RESTORE_URL='${restored}'`);
  await reader.type(restore?.text ?? "");
  plane.DATABASE_URL = restored;
  await useCommandsOf(older);
  await serve(older);
  await expectRowsAndUser();
  const printed = await reader.type(
    (afterwards?.text ?? "")
      .split("\n")
      .map((line) => `${line} || test $? = 1`)
      .join("\n"),
  );
  expect(printed).toContain(databases.after);
  expect(printed).not.toContain(databases.before);
  expect(printed).toMatch(/^ok +migrations +\d+ applied, none pending$/m);
  await stop();
});
