import { createId } from "@/lib/core/ids";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createProject } from "@/lib/sign-in/projects/create";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { asCustomer } from "@/tests/support/databases";
import { startWebhookReceiver, type WebhookReceiver } from "@/tests/support/webhook-receiver";
import type { CleanUp } from "../clean-up";
import type { Stage } from "../faults/stage";
import { insertKeys } from "../rows";
import { insertServerKey } from "../storage/content";
import type { Asker } from "./ask";

export const APP_ORIGIN = "https://app.example.com";
export const BUCKET = "soak";
export const FUNCTION = "write";
const NO_LIMIT = { limit: 10_000, windowSeconds: 1 };

const TABLE = `CREATE TABLE entries
  (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, writer text NOT NULL, number int NOT NULL)`;
/** Writes a row as the app's own code does, and answers itself when the database is away. */
const SOURCE = `import pg from "pg";
export default { async fetch(request) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("INSERT INTO entries (writer, number) VALUES ($1, $2)", await request.json());
    return Response.json({ written: true });
  } catch (error) {
    return Response.json({ error: { code: "host_unavailable", message: String(error) } }, { status: 503 });
  } finally {
    await client.end().catch(() => {});
  }
} };`;

/** A project whose app uses all that a project has. */
export interface App {
  baseUrl: string;
  projectId: string;
  databaseId: string;
  connectionString: string;
  publicKey: string;
  serverHeaders: { authorization: string };
  /** The headers of a program with a management key. */
  managementHeaders: { authorization: string };
  receiver: WebhookReceiver;
}

/** Makes the project, around a database that nobody deletes. */
export async function openApp(
  cleanUp: CleanUp,
  stage: Stage,
  database: { id: string; connectionString: string | null },
  asker: Asker,
): Promise<App> {
  const { control, organisationId, runtime } = stage;
  const { baseUrl } = stage.service;
  const ctx = stage.ctx();
  const limits = { signInPerAddress: NO_LIMIT, signUpPerAddress: NO_LIMIT, wrongPerAccount: NO_LIMIT };
  const settings = { allowedOrigins: [APP_ORIGIN], limits, password: { refuseBreached: false } };
  const { id: projectId } = await createProject(ctx, { organisationId, name: "Soak", settings });
  await control.query("UPDATE project SET tier = 'team' WHERE id = $1", [projectId]);
  await setProjectDatabase(ctx, { organisationId, projectId, databaseId: database.id });
  const asked = { organisationId, projectId, name: "soak", scope: "read-write", expiresAt: null } as const;
  const { secret: publicKey } = await createPublicKey(ctx, asked);
  const receiver = await startWebhookReceiver();
  cleanUp.add(() => receiver.close());
  await createWebhook(ctx, { organisationId, projectId, url: receiver.url, events: ["user.created"] });
  const connectionString = database.connectionString ?? "";
  await asCustomer(connectionString, (client) => client.query(TABLE));
  const key = await insertServerKey(stage, projectId);
  const actor = { kind: "server-key", id: createId("key", runtime.random), projectId, scope: "read-write" } as const;
  const server = runtime.context({ actor, requestId: createId("request", runtime.random) });
  await publishTable(server, { projectId, table: "entries", audience: "anyone" });
  const serverHeaders = { authorization: `Bearer ${key}` };
  const routes = `${baseUrl}/v1/projects/${projectId}`;
  const post = (path: string, json: object) =>
    asker.askJson("set-up", routes + path, { method: "POST", headers: serverHeaders, json });
  await post("/storage/buckets", { name: BUCKET });
  await post(`/functions/${FUNCTION}/deployments`, { files: { "index.ts": SOURCE } });
  const [managementKey] = await insertKeys(control, organisationId, 1);
  return {
    ...{ baseUrl, projectId, databaseId: database.id, connectionString, publicKey, serverHeaders, receiver },
    managementHeaders: { authorization: `Bearer ${managementKey}` },
  };
}
