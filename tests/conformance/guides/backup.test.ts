import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { bootstrapOperatorOrganisation } from "@/lib/people/organisations/bootstrap";
import { createRuntime } from "@/lib/runtime";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { workerHostCluster } from "@/tests/support/clusters";
import { OPERATOR, random } from "@/tests/support/context";
import { type PostgresElsewhere, query, startPostgresElsewhere } from "@/tests/support/guides/elsewhere";
import { type GuideBlock, readGuide, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { type ReadersService, startReadersService } from "@/tests/support/guides/service";
import { type Answer, ask } from "@/tests/support/lanes";
import { askAuth, newEmail, PASSWORD } from "@/tests/support/sign-in-lanes";

const ROLES = "web,content,functions,worker";
const blocks = readGuide("production");
const [backUp, restore, ...afterwards] = under(blocks, "Backups") as [GuideBlock, GuideBlock, ...GuideBlock[]];

let elsewhere: PostgresElsewhere;
let folder: string;
let reader: Reader;
let service: ReadersService | undefined;
let keys: Awaited<ReturnType<typeof makeFirstOrganisation>>;

const dataDir = (name: string) => join(folder, name);
const databaseUrl = (name: string) => elsewhere.url.replace(/\/postgres$/, `/${name}`);
/** The paths of the page are another machine's. */
const inFolder = (text: string, name: string) => text.replaceAll("/srv/coppice", dataDir(name));
const planeOf = (database: string) => ({
  ...{ DATABASE_URL: databaseUrl(database), COPPICE_SECRET_KEYS_FILE: join(reader.folder, "secret-keys") },
  LOG_LEVEL: "warn",
});

/** Starts the service on a control plane and a data folder, of which the commands that follow are. */
async function serve(name: string): Promise<void> {
  await service?.stop();
  service = await startReadersService({ roles: ROLES, plane: planeOf(name), dataDir: dataDir(name) });
  const variables = { ...planeOf(name), ...service.variables, LOG_LEVEL: "silent" };
  for (const [key, value] of Object.entries(variables)) await reader.type(`export ${key}='${value}'`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-backup-"));
  [elsewhere, reader] = await Promise.all([startPostgresElsewhere(), Reader.start({}, { LOG_LEVEL: "silent" })]);
  for (const name of ["first", "second"]) await query(elsewhere.url, `CREATE DATABASE ${name}`);
  await reader.follow(under(blocks, "The key ring"));
  const migrate = under(blocks, "Upgrade").at(-1)?.text ?? "";
  await reader.type(`export DATABASE_URL='${databaseUrl("first")}'`);
  await reader.type(`export COPPICE_SECRET_KEYS_FILE='${join(reader.folder, "secret-keys")}' LOG_LEVEL=silent`);
  await reader.type(migrate);
  await serve("first");
  keys = await makeFirstOrganisation();
  const { provisionerUrl } = await workerHostCluster();
  await reader.make("provisioner-url.txt", provisionerUrl);
  await reader.type("npm run coppice -- host add pg-1 --capacity 10 < provisioner-url.txt");
});

let made: Awaited<ReturnType<typeof makeEverything>>;
beforeAll(async () => {
  made = await makeEverything();
});

afterAll(async () => {
  await Promise.all([service?.stop(), reader?.leave()]);
  await elsewhere?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the things that the first start makes, and a key for the servers of its project. */
async function makeFirstOrganisation() {
  const runtime = createRuntime(readEnvironment(planeOf("first")));
  try {
    const ctx = runtime.context({ actor: OPERATOR, requestId: createId("request", random) });
    const made = await bootstrapOperatorOrganisation(ctx, {
      ...{ url: "http://localhost:3000", isDevelopment: true, announce: () => undefined },
    });
    if (!made) throw new Error("there was an organisation already");
    const { COPPICE_ORG_ID, COPPICE_MANAGEMENT_KEY, COPPICE_PROJECT_ID, COPPICE_PUBLIC_KEY } = made.values;
    const at = { organisationId: COPPICE_ORG_ID, projectId: COPPICE_PROJECT_ID };
    const server = await createServerKey(ctx, { ...at, name: "backend", scope: "read-write", expiresAt: null });
    return { ...at, managementKey: COPPICE_MANAGEMENT_KEY, publicKey: COPPICE_PUBLIC_KEY, serverKey: server.secret };
  } finally {
    await runtime.close();
  }
}

const laneNow = () => ({ name: "restored", baseUrl: service?.url ?? "" });
const signInWire = (path: string, body: unknown) =>
  askAuth(laneNow(), { id: keys.projectId, readKey: "", ...keys }, "POST", path, {
    body,
    origin: "http://localhost:5173",
  });

/** Asks as the project's server; below `/api` as a program of the organisation. */
async function askNow(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  const isManagement = path.startsWith("/api");
  const key = isManagement ? keys.managementKey : keys.serverKey;
  const answer = await ask(laneNow(), method, isManagement ? path : `/v1/projects/${keys.projectId}${path}`, {
    ...{ key, headers, body },
  });
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(400);
  return answer;
}

const OBJECT = "/storage/buckets/papers/objects/report.txt";
const ANSWER = "export default { fetch: () => new Response(process.env.GREETING) };";

async function makeEverything() {
  await askNow("POST", "/storage/buckets", { name: "papers" });
  await askNow("PUT", OBJECT, "what was stored", { "Content-Type": "text/plain" });
  const env = { GREETING: "what was deployed" };
  await askNow("POST", "/functions/hello/deployments", { files: { "index.ts": ANSWER }, env, access: "server" });
  const email = newEmail();
  const signedUp = await signInWire("/sign-up/email", { name: "Ada", email, password: PASSWORD });
  expect(signedUp).toMatchObject({ status: 200 });
  const { id } = (await askNow("POST", "/api/v1/databases", { name: "shop" })).json;
  await vi.waitFor(async () => expect((await askNow("GET", `/api/v1/databases/${id}`)).json.status).toBe("ready"), {
    interval: 50,
    timeout: 60_000,
  });
  await query(
    await connectionStringOf(id),
    "CREATE TABLE item (name text); INSERT INTO item VALUES ('what was inserted')",
  );
  return { email, databaseId: id as string };
}

const connectionStringOf = async (id: string): Promise<string> =>
  (await askNow("GET", `/api/v1/databases/${id}/connection-string`)).json.connectionString;

it("OP-C1: the page's commands back everything up, and restore it into an empty data folder", async () => {
  await reader.type(inFolder(backUp.text, "first"));
  await askNow("DELETE", OBJECT);
  await askNow("DELETE", "/functions/hello");
  const [files, check] = afterwards as [GuideBlock, GuideBlock];
  await reader.type(`export RESTORE_URL='${databaseUrl("second")}'`);
  await reader.type(`${restore.text}\n${inFolder(files.text, "second")}`);
  await serve("second");
  const printed = await reader.type(`${check.text} || test $? = 1`);
  expect(printed).toMatch(/^pg-1: nothing to repair$/m);
  expect(printed).toMatch(/^ok +objects +2 looked at, all have their bytes$/m);
});

it("OP-C1: users, objects, functions and databases are there after the restore", async () => {
  const { email, databaseId } = made;
  const led = await askNow("GET", OBJECT);
  expect(await (await fetch(led.headers.get("location") ?? "")).text()).toBe("what was stored");
  expect((await askNow("POST", "/functions/hello/invoke", {})).text).toBe("what was deployed");
  const signedIn = await signInWire("/sign-in/email", { email, password: PASSWORD });
  expect(signedIn).toMatchObject({ status: 200, json: { user: { email } } });
  const rows = await query(await connectionStringOf(databaseId), "SELECT name FROM item");
  expect(rows).toEqual([{ name: "what was inserted" }]);
});
