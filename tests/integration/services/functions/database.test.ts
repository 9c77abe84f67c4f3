import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { functionRoleOf } from "@/lib/core/ids";
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

test("FN-05 a call finds nothing of what the one before left in its session", async () => {
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
