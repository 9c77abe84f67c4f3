import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { functionRoleOf } from "@/lib/core/ids";
import { listDatabaseDeployments } from "@/lib/services/functions/deployments/list-of-database";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { deploy, giveDatabase, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

let hosting: HostingService;
let functions: TestFunctions;

beforeAll(async () => {
  hosting = await openHostingService();
});
afterAll(() => hosting.close());

beforeEach(async () => {
  functions = await makeFunctions({ plan: "pro", hosting });
});

/** Runs the statement that it's sent, with `pg` as an app would. */
const STATEMENT = `import pg from "pg";
export default { async fetch(request) {
  const { text, values } = await request.json();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows = [] } = await client.query(text, values);
    return Response.json(rows);
  } catch ({ code }) {
    return Response.json({ code }, { status: 400 });
  } finally {
    await client.end();
  }
} };`;

async function run(text: string, values: unknown[] = []) {
  const answer = await invoke(functions, "statement", { body: JSON.stringify({ text, values }) });
  return { status: answer.status, body: await answer.json() };
}

test("a function writes rows of the project's database by `pg`, and reads them", async () => {
  await giveDatabase(functions, hosting);
  await deploy(functions, "statement", STATEMENT);
  await run("CREATE TABLE notes (id int GENERATED ALWAYS AS IDENTITY, text text NOT NULL UNIQUE)");
  const said = 'it\'s "quoted", ✓';
  expect(await run("INSERT INTO notes (text) VALUES ($1) RETURNING id", [said])).toEqual({
    ...{ status: 200, body: [{ id: 1 }] },
  });
  expect((await run("SELECT id, text FROM notes")).body).toEqual([{ id: 1, text: said }]);
  expect(await run("INSERT INTO notes (text) VALUES ($1)", [said])).toEqual({ status: 400, body: { code: "23505" } });
  const [{ role, database }] = (await run("SELECT current_user AS role, current_database() AS database")).body;
  expect(database).toMatch(/^db_/);
  expect(role).toBe(functionRoleOf(database));
});

test("FN-05 a call finds no remains of the one before in its session", async () => {
  await giveDatabase(functions, hosting);
  await deploy(functions, "statement", STATEMENT);
  const [{ pid }] = (await run("SELECT pg_backend_pid() AS pid")).body;
  const look = `SELECT pg_backend_pid() AS pid, to_regclass('mine') AS temporary, to_regclass('undone') AS transaction,
    current_setting('search_path') AS setting, (SELECT count(*)::int FROM pg_prepared_statements) AS statements,
    (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
    nullif(pg_advisory_unlock(1), false) AS lock`;
  await run(`CREATE TEMP TABLE mine (n int); SET search_path = pg_catalog; PREPARE mine AS SELECT 1; LISTEN mine;
    SELECT pg_advisory_lock(1); BEGIN; CREATE TABLE public.undone (n int)`);
  const found = async () => {
    const { status, body } = await run(look);
    expect({ status, body }).toMatchObject({ status: 200 });
    const [{ pid: own, ...rest }] = body;
    expect(rest).toEqual({
      ...{ temporary: null, transaction: null, setting: '"$user", public', statements: 0, channels: 0, lock: null },
    });
    return own;
  };
  await expect.poll(found).toBe(pid);
});

test("a function of a project without a database can't connect, and has no address for it", async () => {
  await deploy(
    functions,
    "address",
    "export default { fetch: () => Response.json({ url: process.env.DATABASE_URL ?? null }) };",
  );
  expect(await (await invoke(functions, "address")).json()).toEqual({ url: null });
});

const POOL = `import { Pool } from "pg";
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
export default { async fetch(request) {
  const { rows } = await pool.query("SELECT $1::text AS said", [await request.text()]);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows: [{ n }] } = await client.query("SELECT 1 + 1 AS n");
    await client.query("COMMIT");
    return Response.json([rows[0].said, n, pool instanceof Pool]);
  } finally {
    client.release();
  }
} };`;

test("SV-H3 a pool at the top of a file serves one call after the other, and several at once", async () => {
  await giveDatabase(functions, hosting);
  await deploy(functions, "pool", POOL);
  const ask = async (body: string) => {
    const answer = await invoke(functions, "pool", { body });
    return [answer.status, await answer.json()];
  };
  for (const said of ["one", "two", "three", "four"]) expect(await ask(said)).toEqual([200, [said, 2, true]]);
  const many = Array.from({ length: 5 }, (_, index) => `at once ${index}`);
  expect(await Promise.all(many.map(ask))).toEqual(many.map((said) => [200, [said, 2, true]]));
});

test("SV-H3 a connection that another call has opened ends in a failure whose log says why", async () => {
  await giveDatabase(functions, hosting);
  const kept = `import pg from "pg";
let client;
export default { async fetch() {
  if (!client) { client = new pg.Client({ connectionString: process.env.DATABASE_URL }); await client.connect(); }
  return Response.json((await client.query("SELECT 1 AS n")).rows);
} };`;
  await deploy(functions, "kept", kept);
  expect((await invoke(functions, "kept")).status).toBe(200);
  const failures = await Promise.allSettled([invoke(functions, "kept"), invoke(functions, "kept")]);
  expect(failures).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: "function_failed" }) }),
  );
  const exceptions = async () => {
    await functions.recorder.flush();
    const at = { projectId: functions.projectId, name: "kept" };
    const { items } = await listFunctionLogs(await functions.server(), { ...at, limit: 100 });
    return items.filter(({ kind }) => kind === "exception").map(({ message }) => message);
  };
  await expect.poll(exceptions).toContainEqual(expect.stringMatching(/another call|earlier call|different request/i));
});

test("the deployments of the project's functions are told by its database, newest first", async () => {
  const databaseId = await giveDatabase(functions, hosting);
  const deployed = async () => listDatabaseDeployments(await functions.member("viewer"), { databaseId });
  expect(await deployed()).toEqual([]);
  await deploy(functions, "statement", STATEMENT, { message: "The first" });
  await deploy(functions, "other", STATEMENT);
  await expect(deploy(functions, "statement", "export default {;")).rejects.toMatchObject({ code: "deploy_failed" });
  await deploy(functions, "statement", STATEMENT);
  expect(await deployed()).toMatchObject([
    { name: "statement", version: 2 },
    { name: "other", version: 1 },
    { name: "statement", version: 1, message: "The first", activatedAt: expect.any(String) },
  ]);
  const stranger = (await makeFunctions({ hosting })).member("owner");
  await expect(listDatabaseDeployments(await stranger, { databaseId })).rejects.toMatchObject({
    code: "database_not_found",
  });
  await hosting.db.project.update({ where: { id: functions.projectId }, data: { deletedAt: new Date() } });
  expect(await deployed()).toEqual([]);
});
