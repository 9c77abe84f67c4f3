import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { createReadyDatabase, createTestOrganisation, lane, laneContext, laneVariables, usedSecrets } from "../lanes";
import { askAuth, createSignInProject, createSignInServerKey, type SignInProject, signUp } from "../sign-in-lanes";
import type { GuideBlock } from "./guide-blocks";
import { Reader } from "./reader";
import { startReadersService } from "./service";

export interface Shop {
  url: string;
  project: SignInProject;
  /** Of the project's own database. */
  databaseUrl: string;
  /** Has the project's settings and keys in the environment, and the token of a user as `TOKEN`. */
  reader: Reader;
  /**
   * Asks below the project's path as its server, and returns the answer's body. Bytes and text are sent as they are.
   */
  ask(method: string, path: string, body?: unknown): Promise<string>;
  /** The JWT of a new user. */
  newToken(): Promise<string>;
  /** Returns a page's text, with the addresses, the ID and the keys of this shop. */
  here(text?: string): string;
  /** Runs the commands of a block, which stand apart by an empty line, and returns the output of each. */
  typeEach(block: GuideBlock | undefined): Promise<string[]>;
  close(): Promise<void>;
}

/** The project "Shop" of the pages, with a database of its own, on a service that stores objects and runs functions. */
export async function startShop(): Promise<Shop> {
  const service = await startReadersService({ roles: "web,content,functions", plane: laneVariables });
  const organisation = await createTestOrganisation();
  const project = await createSignInProject({}, organisation);
  const serverKey = await createSignInServerKey(project);
  const { id: databaseId, connectionString } = await createReadyDatabase(lane, organisation);
  const { db } = await laneContext();
  await db.project.update({ where: { id: project.id }, data: { name: "Shop", databaseId } });
  const newToken = () => tokenOf(service.url, project);
  const own = {
    ...{ COPPICE_URL: service.url, COPPICE_CONTENT_URL: service.contentUrl },
    ...{ COPPICE_PROJECT_ID: project.id, COPPICE_SERVER_KEY: serverKey, TOKEN: await newToken() },
  };
  const reader = await Reader.start(own, { ...laneVariables, ...service.variables, LOG_LEVEL: "silent" });
  // The answer alone, and a refusal ends the reader's way.
  writeFileSync(join(dirname(reader.folder), ".curlrc"), "silent\nshow-error\nfail\n");
  const here = (text = "") =>
    text
      .replaceAll(/wss:\/\/coppice\.example/g, service.url.replace("http", "ws"))
      .replaceAll(/https:\/\/coppice\.example|http:\/\/localhost:3000/g, service.url)
      .replaceAll("p_…", project.id)
      .replaceAll("pk_…", project.publicKey)
      .replaceAll("sk_…", serverKey);
  return {
    ...{ url: service.url, project, databaseUrl: connectionString, reader, newToken, here },
    ask: (method, path, body) => ask(`${service.url}/v1/projects/${project.id}${path}`, serverKey, { method, body }),
    async typeEach(block) {
      const printed: string[] = [];
      for (const command of block?.text.split("\n\n") ?? []) printed.push(await reader.type(here(command)));
      return printed;
    },
    close: () => Promise.all([service.stop(), reader.leave()]).then(() => undefined),
  };
}

async function tokenOf(baseUrl: string, project: SignInProject): Promise<string> {
  const lane = { name: "shop", baseUrl };
  const { cookie } = await signUp(lane, project);
  const { token } = (await askAuth(lane, project, "GET", "/token", { cookie })).json as { token: string };
  usedSecrets.add(token);
  return token;
}

async function ask(url: string, key: string, { method, body }: { method: string; body: unknown }): Promise<string> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const type = isRaw ? "application/octet-stream" : "application/json";
  const answer = await fetch(url, {
    ...{ method, headers: { authorization: `Bearer ${key}`, "content-type": type } },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${method} ${url} ${text}`).toBeLessThan(300);
  return text;
}
