import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { BenchService } from "../service";

const random = { bytes: (length: number) => randomBytes(length) };

export interface Content {
  /** The origin of the content site. */
  url: string;
  pid: number;
  projectId: string;
  /** Asks the management routes of the project's storage; a body that is not bytes is sent as JSON. */
  ask(method: string, path: string, body?: object | Uint8Array): Promise<Response>;
}

/** The process of the content site, beside the service, for the project that the first run made. */
export async function startContent(cleanUp: CleanUp, service: BenchService): Promise<Content> {
  const { baseUrl, folder, variables, firstRun } = service;
  const url = `http://127.0.0.1:${Number(variables.PORT) + 1}`;
  const roles = { ...variables, COPPICE_ROLES: "content" };
  const started = startProcess(join(folder, "content.log"), ["dist/server.js"], roles);
  cleanUp.add(() => started.stop());
  await untilReady(url, started);
  const projectId = firstRun.COPPICE_PROJECT_ID ?? "";
  const authorization = `Bearer ${await insertServerKey(service, projectId)}`;
  const ask = async (method: string, path: string, body?: object | Uint8Array) => {
    const isRaw = body instanceof Uint8Array;
    const headers = { authorization, "content-type": isRaw ? "application/octet-stream" : "application/json" };
    const sent = body === undefined ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/v1/projects/${projectId}/storage${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return { url, pid: started.child.pid ?? 0, projectId, ask };
}

export async function insertServerKey({ control }: Pick<BenchService, "control">, projectId: string): Promise<string> {
  const secret = createSecretText(KEY_PREFIX.server, random);
  await control.query(
    `INSERT INTO project_key (id, project_id, kind, scope, name, hint, secret_hash, created_by)
     VALUES ($1, $2, 'server', 'read-write', 'bench', '', $3, 'bench')`,
    [createId("key", random), projectId, Buffer.from(hashSecretText(secret))],
  );
  return secret;
}
