import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { type RealtimeProject, realtimeProject, realtimeUser } from "@/tests/support/realtime";

const ECHO = `import { caller } from "coppice";
export default { async fetch(request) {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { "x-app-by": "function", "access-control-allow-origin": "https://chosen.example" } });
  return Response.json({ kind: caller().kind, method: request.method }, { headers: { "x-app-own": "1" } });
} };`;

let content: ContentServer;
let browser: Browser;
let project: RealtimeProject;
let ctx: ServiceContext;
const pages: Server[] = [];
let own: string;
let foreign: string;

beforeAll(async () => {
  [own = "", foreign = ""] = [await servePage(), await servePage()];
  content = await startContentInProcess({ COPPICE_ROLES: "functions", COPPICE_URL: "http://localhost:3000" });
  project = await realtimeProject({ settings: { allowedOrigins: [own] } });
  await content.ctx.db.organisation.update({ where: { id: project.organisation.id }, data: { functions: true } });
  ctx = { ...content.ctx, actor: { kind: "server-key", id: "key_test", projectId: project.id, scope: "read-write" } };
  browser = await chromium.launch({ executablePath: readFileSync(".setup/chromium", "utf8") });
});
afterAll(async () => {
  await browser.close();
  await content.close();
  for (const page of pages) page.close();
});

test("a page of an allowed origin calls a function for signed-in users at its web address, and no other page does", async () => {
  const address = await deploy("for-users", "signed-in");
  const { token } = await realtimeUser(project);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "x-app": "1" };
  for (const method of ["POST", "DELETE"]) {
    expect(await fromPage(own, address, { method, headers })).toEqual({
      ...{ status: 200, own: "1", body: { kind: "end-user", method } },
    });
  }
  expect(await fromPage(foreign, address, { method: "POST", headers })).toBe("TypeError");
});

test("a page reads why it was refused", async () => {
  const address = await deploy("for-users", "signed-in");
  const headers = { "content-type": "application/json" };
  expect(await fromPage(own, address, { method: "POST", headers })).toMatchObject({
    ...{ status: 403, body: { error: { code: "missing_permission" } } },
  });
  const missing = address.replace("for-users", "missing");
  expect(await fromPage(own, missing, { method: "POST", headers })).toMatchObject({
    ...{ status: 404, body: { error: { code: "function_not_found" } } },
  });
});

test("the service answers the pre-flight of an allowed origin, and refuses that of another", async () => {
  const address = await deploy("for-servers", "server");
  const answer = await preflight(address, own);
  expect(answer).toMatchObject({ status: 204, headers: { "access-control-allow-origin": own } });
  expect(answer.headers).toMatchObject({
    "access-control-allow-headers": "authorization, x-app",
    "access-control-allow-methods": expect.stringContaining("DELETE"),
    vary: "Origin, Access-Control-Request-Headers",
  });
  expect(answer.headers["x-app-by"]).toBeUndefined();
  expect((await preflight(address, foreign)).status).toBe(403);
  expect((await preflight(address, `${own}.evil.example`)).status).toBe(403);
  expect((await preflight(address.replace(project.id, `p_${"0".repeat(20)}`), own)).status).toBe(404);
  // A request that is no pre-flight is a call like any other.
  expect((await fetch(address, { method: "OPTIONS" })).status).toBe(403);
});

test("a public function answers its pre-flights itself, and its answers are for allowed origins where it says nothing", async () => {
  const address = await deploy("for-all", "public");
  expect(await preflight(address, foreign)).toMatchObject({
    ...{ status: 204, headers: { "x-app-by": "function", "access-control-allow-origin": "https://chosen.example" } },
  });
  expect(await fromPage(own, address, {})).toMatchObject({ status: 200, body: { kind: "anonymous" } });
  expect(await fromPage(foreign, address, {})).toBe("TypeError");
});

test("pre-flights are counted by the address that they come from", async () => {
  const address = await deploy("for-users", "signed-in");
  const statuses = new Set<number>();
  for (let count = 0; count < 301; count += 1) statuses.add((await preflight(address, own)).status);
  expect(statuses).toEqual(new Set([204, 429]));
});

async function servePage(): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>App</title>"),
  );
  pages.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function deploy(name: string, access: "public" | "signed-in" | "server"): Promise<string> {
  const input = DeployInput.parse({ files: { "index.ts": ECHO }, access });
  await deployFunction(ctx, { projectId: project.id, name, ...input });
  return `${content.url}/f/${project.id}/${name}/path`;
}

/**
 * Returns the answer as a page of the origin reads it; the name of the error if its browser keeps the answer from it.
 */
async function fromPage(origin: string, address: string, init: { method?: string; headers?: Record<string, string> }) {
  const page = await browser.newPage();
  try {
    await page.goto(origin);
    return await page.evaluate(
      async ([url, options]) => {
        try {
          const answer = await fetch(url, options);
          return { status: answer.status, own: answer.headers.get("x-app-own"), body: await answer.json() };
        } catch (error) {
          return (error as Error).name;
        }
      },
      [address, init] as const,
    );
  } finally {
    await page.close();
  }
}

/** A pre-flight as browsers send it, which `fetch` of Node doesn't. */
function preflight(address: string, origin: string) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const headers = {
      origin,
      "access-control-request-method": "DELETE",
      "access-control-request-headers": "authorization, x-app",
    };
    request(address, { method: "OPTIONS", headers }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on("error", reject)
      .end();
  });
}
