import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { WORKER } from "@/lib/core/access/service-actor";
import { hashPassword } from "@/lib/core/crypto/password";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { PROJECT_ID_HEADER, SERVICE } from "@/lib/core/service";
import { cookieName } from "@/lib/http/sign-in/cookies";
import { createRuntime, type ServiceContext } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { migrate } from "@/lib/server/migrations/migrate";
import { completeFirstRun, prepare } from "@/lib/server/prepare";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createProject } from "@/lib/sign-in/projects/create";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import { loadInBulk } from "./bulk-load";
import type { Stage } from "./stage";
import {
  APP_ORIGIN,
  emailOf,
  ID,
  PASSWORD,
  PUBLIC_URL,
  SESSIONS_PER_USER,
  type Subject,
  TOKEN,
  tokenOf,
} from "./subject";

export interface OwnSubject extends Subject {
  /** The process id of the web process. */
  pid: number;
  /** A user whose only account is a provider's. */
  socialEmail: string;
}

/** The further preparation of the project before the service starts. */
type PrepareProject = (ctx: ServiceContext, projectId: string) => Promise<void>;

const ADDRESS_HEADER = "x-client-address";
const TOKEN_LENGTH = 43;
/** The highest there is, in the shortest window: no request of the measurement meets it. */
const NO_LIMIT = { limit: 10_000, windowSeconds: 1 };

/** This service's web process in production, on a database with one project that has so many users. */
export async function startOurs(
  cleanUp: CleanUp,
  stage: Stage,
  name: string,
  users: number,
  prepareProject: PrepareProject = async () => undefined,
): Promise<OwnSubject> {
  const databaseUrl = await stage.createDatabase(name);
  await migrate(databaseUrl);
  const port = String(await findFreePort([]));
  const variables = {
    COPPICE_ENV: "production",
    COPPICE_ROLES: "web",
    COPPICE_URL: PUBLIC_URL,
    // Nothing is stored here.
    COPPICE_CONTENT_URL: "https://content.example.net",
    COPPICE_SECRET_KEYS_FILE: stage.secretKeysFile,
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
    PORT: port,
    REDIS_URL: stage.redisUrl,
    // No mail is sent here.
    SMTP_URL: "smtp://127.0.0.1:9",
  };
  const { projectId, publicKey } = await createOwnProject(variables, prepareProject);
  const seed = randomBytes(8).toString("hex");
  await insertUsers(databaseUrl, { projectId, seed, users });
  const started = startProcess(join(stage.folder, `${name}.log`), ["dist/server.js"], variables);
  cleanUp.add(() => started.stop());
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  const sessionCookie = cookieName("session", projectId, PUBLIC_URL);
  return {
    ...{ name: SERVICE.name, url, users, path: "/v1/auth-tenant", pid: started.child.pid ?? 0 },
    headers: {
      [PROJECT_ID_HEADER]: projectId,
      authorization: `Bearer ${publicKey}`,
      origin: APP_ORIGIN,
      [ADDRESS_HEADER]: "203.0.113.7",
    },
    cookieOf: (session) => `${sessionCookie}=${tokenOf(seed, session, TOKEN_LENGTH)}`,
    socialEmail: emailOf(users),
  };
}

async function createOwnProject(variables: Record<string, string>, prepareProject: PrepareProject) {
  const environment = readEnvironment(variables);
  await prepare(environment, null);
  await completeFirstRun(environment, () => undefined);
  const runtime = createRuntime(environment);
  try {
    const ctx = runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
    const { id: organisationId } = await ctx.db.organisation.findFirstOrThrow({ select: { id: true } });
    const limits = { signInPerAddress: NO_LIMIT, wrongPerAccount: NO_LIMIT, ssoPerAddress: NO_LIMIT };
    const settings = { allowedOrigins: [APP_ORIGIN], limits };
    const { id: projectId } = await createProject(ctx, { organisationId, name: "Bench", settings });
    await prepareProject(ctx, projectId);
    const key = { organisationId, projectId, name: "bench", scope: "read-write", expiresAt: null } as const;
    return { projectId, publicKey: (await createPublicKey(ctx, key)).secret };
  } finally {
    await runtime.close();
  }
}

/** Inserts the users by SQL, since a million sign-ups would take hours. One more user has no password. */
async function insertUsers(
  databaseUrl: string,
  { projectId, seed, users }: { projectId: string; seed: string; users: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const hash = await hashPassword(PASSWORD);
  const userId = (number: string) => `'usr_' || ${ID(seed, "user", number, 20)}`;
  try {
    await client.query("SET synchronous_commit = off");
    await client.query(`
      INSERT INTO end_user (id, project_id, email, email_verified, name)
      SELECT ${userId("n")}, '${projectId}', 'user' || n || '@example.com', true, 'User ' || n
      FROM generate_series(0, ${users}) AS n`);
    await loadInBulk(client, ["user_account", "user_session"], async () => {
      await client.query(`
        INSERT INTO user_account (id, project_id, user_id, provider_id, account_id, password_hash)
        SELECT 'acc_' || ${ID(seed, "account", "n", 20)}, '${projectId}', ${userId("n")},
               CASE WHEN n = ${users} THEN 'github' ELSE 'credential' END, ${userId("n")},
               CASE WHEN n = ${users} THEN NULL ELSE '${hash}' END
        FROM generate_series(0, ${users}) AS n`);
      await client.query(`
        INSERT INTO user_session (id, project_id, user_id, token_hash, factors, ip_address, user_agent, expires_at)
        SELECT 'ses_' || ${ID(seed, "session", "n", 20)}, '${projectId}', ${userId(`n / ${SESSIONS_PER_USER}`)},
               sha256(convert_to(${TOKEN(seed, TOKEN_LENGTH)}, 'UTF8')), '{password}', '203.0.113.7', 'Mozilla/5.0',
               now() + interval '7 days'
        FROM generate_series(0, ${users * SESSIONS_PER_USER - 1}) AS n`);
    });
    // Autovacuum would do it in the middle of a measurement.
    await client.query("VACUUM (ANALYZE) end_user, user_account, user_session");
  } finally {
    await client.end();
  }
}
