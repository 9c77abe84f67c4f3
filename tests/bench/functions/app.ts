import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { createProject } from "@/lib/sign-in/projects/create";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import { startWeb } from "../lanes";
import type { BenchService } from "../service";
import { insertServerKey } from "../storage/content";

/** The processes that functions are called through, as `npm start` runs them on one machine. */
export interface App {
  webUrl: string;
  contentUrl: string;
  /** The process that runs functions. */
  pid: number;
  newProject(tier?: "free" | "team"): Promise<Project>;
}

export interface Project {
  id: string;
  key: string;
  /** Resolves when the new version answers. */
  deploy(name: string, source: string): Promise<void>;
  /** Asks a route below the project's functions. */
  ask(method: string, path: string, body?: object): Promise<Response>;
}

export async function startApp(cleanUp: CleanUp, service: BenchService, ctx: ServiceContext): Promise<App> {
  const { folder, variables, control, organisationId } = service;
  const COPPICE_FUNCTIONS_SOCKET = join(folder, "functions.sock");
  const contentUrl = `http://127.0.0.1:${await findFreePort([])}`;
  const shared: Record<string, string> = {
    ...variables,
    ...{ COPPICE_FUNCTIONS_SOCKET, COPPICE_CONTENT_URL: contentUrl, COPPICE_CONTENT_PORT: new URL(contentUrl).port },
  };
  const start = (role: string) => {
    const own = { ...shared, COPPICE_ROLES: role };
    const started = startProcess(join(folder, `${role}.log`), ["--enable-source-maps", "dist/server.js"], own);
    cleanUp.add(() => started.stop());
    return started;
  };
  const functions = start("functions");
  await untilReady(contentUrl, start("content"));
  const { PORT: _of, ...others } = shared;
  const webUrl = await startWeb(cleanUp, service, others);
  let made = 0;
  const newProject = async (tier: "free" | "team" = "team"): Promise<Project> => {
    made += 1;
    const { id } = await createProject(ctx, { organisationId, name: `Functions ${made}` });
    await control.query("UPDATE project SET tier = $2 WHERE id = $1", [id, tier]);
    const key = await insertServerKey(service, id);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${webUrl}/v1/projects/${id}/functions${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
    const deploy = async (name: string, source: string) => {
      const body = { files: { "index.ts": source }, access: "public" };
      for (;;) {
        const answer = await ask("POST", `/${name}/deployments`, body);
        if (answer.ok) return;
        // The process that runs functions may listen later than the one before it.
        if (answer.status !== 503)
          throw new Error(`A deployment was answered ${answer.status}: ${await answer.text()}`);
        await delay(50);
      }
    };
    return { id, key, deploy, ask };
  };
  return { webUrl, contentUrl, pid: functions.child.pid ?? 0, newProject };
}
