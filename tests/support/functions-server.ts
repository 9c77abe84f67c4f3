import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { DatabaseClient } from "@/lib/core/db/client";
import { systemClock } from "@/lib/infra/system";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { makeContext } from "./context";
import { startInProcess } from "./in-process-server";
import { type RealtimeProject, type RealtimeUser, realtimeProject, realtimeUser } from "./realtime";

export interface FunctionsServer {
  baseUrl: string;
  db: DatabaseClient;
  projectId: string;
  serverKey: string;
  publicKey: string;
  /** A server key of another organisation's project. */
  strangersKey: string;
  /** The address of a route below the project's functions. */
  url(path: string): string;
  /** Asks as the app's server: text is sent as it is, all else as JSON. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  user(): Promise<RealtimeUser>;
  close(): Promise<void>;
}

/** The API in this process, which runs functions itself, with a project that may. */
export async function startFunctionsServer(
  settings: object = {},
  further: Record<string, string> = {},
): Promise<FunctionsServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "functions-server-"));
  const variables = {
    COPPICE_ROLES: "functions",
    COPPICE_DATA_DIR: dataDir,
    COPPICE_URL: "http://localhost:3000",
    ...further,
  };
  const server = await startInProcess({ variables });
  const project = await realtimeProject({ plan: "pro", settings });
  const { db } = server.runtime;
  await db.organisation.update({ where: { id: project.organisation.id }, data: { functions: true } });
  const serverKey = await newServerKey(project);
  const url = (path: string) => `${server.baseUrl}/v1/projects/${project.id}/functions${path}`;
  return {
    ...{ baseUrl: server.baseUrl, db, projectId: project.id, serverKey, publicKey: project.key, url },
    strangersKey: await newServerKey(await realtimeProject()),
    ask(method, path, body) {
      const isText = typeof body === "string";
      const headers = {
        authorization: `Bearer ${serverKey}`,
        "content-type": isText ? "text/plain" : "application/json",
      };
      return fetch(url(path), {
        method,
        headers,
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
    },
    user: () => realtimeUser(project),
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function newServerKey(
  { id, organisation }: RealtimeProject,
  scope: ServerKeyScope = "read-write",
): Promise<string> {
  const owner = await makeContext({ actor: organisation.member.owner, clock: systemClock });
  const asked = { organisationId: organisation.id, projectId: id, name: "App", expiresAt: null, scope };
  return (await createServerKey(owner, asked)).secret;
}
