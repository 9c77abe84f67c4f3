import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "@/app/route-table";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { passToFunctions } from "@/lib/http/functions/pass-to-functions";
import { createListener } from "@/lib/http/lanes/node-listener";
import { startFunctions } from "@/lib/server/roles/functions";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";

let socketPath: string;
let content: ContentServer;
let other: InProcessServer;
let role: Awaited<ReturnType<typeof startFunctions>>;
let webUrl: string;
let key: string;
const closing: (() => unknown)[] = [];

/** The process that runs functions, beside the content site and a web process, which know it by its socket. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "passed-calls-"));
  socketPath = join(folder, "functions.sock");
  const shared = {
    CLIENT_ADDRESS_HEADER: CONNECTION_ADDRESS_HEADER,
    COPPICE_FUNCTIONS_SOCKET: socketPath,
    COPPICE_DATA_DIR: folder,
  };
  content = await startContentInProcess(shared);
  const own = { COPPICE_ROLES: "functions", COPPICE_CONTENT_URL: content.url };
  other = await startInProcess({ variables: { ...shared, ...own } });
  role = await startFunctions(other.runtime, async () => routes);
  const passed = passToFunctions({ functionsSocket: socketPath, roles: ["web"] });
  const web = createServer(createListener(other.runtime, routes, { passed: passed ? [passed] : [] }));
  await once(web.listen(0, "127.0.0.1"), "listening");
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  closing.push(() => web.close(), other.close, content.close);
  const { db } = content.ctx;
  await db.organisation.updateMany({
    where: { projects: { some: { id: content.projectId } } },
    data: { functions: true },
  });
  const { organisationId } = await db.project.findUniqueOrThrow({ where: { id: content.projectId } });
  const named = { projectId: content.projectId, name: "k", expiresAt: null, scope: "read-write" } as const;
  const operator = { ...content.ctx, actor: { kind: "operator", id: "test" } as const };
  key = (await createServerKey(operator, { ...named, organisationId: organisationId ?? "" })).secret;
  await deployFunction(content.ctx, {
    ...{ projectId: content.projectId, name: "echo" },
    ...DeployInput.parse({ files: { "index.ts": ECHO }, access: "public" }),
  });
});
afterAll(async () => {
  for (const close of closing) await close();
});

const ECHO = `import { caller } from "coppice";
export default { async fetch(request) {
  const { method, url, headers } = request;
  return Response.json({ method, url, body: await request.text(), caller: caller(), secret: headers.get("authorization") },
    { status: 201, headers: { "x-app-own": "1", "x-request-id": "forged", "set-cookie": "a=b" } });
} };`;

test("a field of an answer may be named like a property of objects, and come more than once", async () => {
  const script = `export default { fetch: () => {
    const headers = new Headers({ constructor: "own", vary: "a" });
    headers.append("vary", "b");
    return new Response("x", { headers });
  } };`;
  await deployFunction(content.ctx, {
    ...{ projectId: content.projectId, name: "odd" },
    ...DeployInput.parse({ bundle: script, access: "public" }),
  });
  const url = `${webUrl}/v1/projects/${content.projectId}/functions/odd/invoke`;
  const answer = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-coppice-withheld")).toBe("constructor");
  expect(answer.headers.get("vary")).toMatch(/^a, b(?:,|$)/);
});

test("a call at a web address is answered by the process that runs functions, as the content site would", async () => {
  const address = `${content.url}/f/${content.projectId}/echo`;
  const answer = await fetch(`${address}/a?b=c`, { method: "PUT", body: "hi" });
  expect([answer.status, answer.headers.get("x-app-own"), answer.headers.get("set-cookie")]).toEqual([201, "1", null]);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  expect(answer.headers.get("content-security-policy")).toBe("sandbox allow-scripts allow-forms allow-popups");
  expect(await answer.json()).toEqual({
    ...{
      method: "PUT",
      url: `${address}/a?b=c`,
      body: "hi",
      caller: { kind: "anonymous", address: "127.0.0.1" },
      secret: null,
    },
  });
  const byServer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  expect(await byServer.json()).toMatchObject({ method: "GET", caller: { kind: "server" }, secret: null });
  const missing = await fetch(`${content.url}/f/${content.projectId}/missing`);
  expect([missing.status, (await missing.json()).error.code]).toEqual([404, "function_not_found"]);
  const large = await fetch(address, { method: "POST", body: new Uint8Array(7 * 1024 ** 2) });
  expect([large.status, (await large.json()).error.code]).toEqual([413, "body_too_large"]);
});

test("an address that leads elsewhere than it seems to reaches nothing that is the processes' own", async () => {
  for (const path of ["/f/../functions/know", "/functions/know", "/f/%2e%2e/functions/invoke"]) {
    const [host = "", port = ""] = new URL(content.url).host.split(":");
    const answer = await sendRaw({ host, port: Number(port), path });
    expect(answer, path).toMatch(/^HTTP\/1.1 404 /);
  }
});

test("a call by the API is passed on with its key, and its refusals come back", async () => {
  const url = `${webUrl}/v1/projects/${content.projectId}/functions/echo/invoke`;
  const ask = (secret: string) =>
    fetch(url, { method: "POST", body: "hi", headers: { authorization: `Bearer ${secret}` } });
  const answer = await ask(key);
  expect([answer.status, answer.headers.get("content-security-policy")]).toEqual([201, "sandbox"]);
  expect(answer.headers.get("ratelimit")).toMatch(/^"/);
  expect(await answer.json()).toMatchObject({ body: "hi", caller: { kind: "server" }, secret: null });
  expect((await ask("sk_coppice_wrong")).status).toBe(401);
});

test("while that process is away, calls are function_unavailable", async () => {
  await role.stop();
  for (const [url, method] of [
    [`${content.url}/f/${content.projectId}/echo`, "GET"],
    [`${webUrl}/v1/projects/${content.projectId}/functions/echo/invoke`, "POST"],
  ] as const) {
    const answer = await fetch(url, { method });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await answer.json()).error.code).toBe("function_unavailable");
  }
});

/** Clients tidy a path before they send it. */
async function sendRaw({ host, port, path }: { host: string; port: number; path: string }): Promise<string> {
  const socket = connect(port, host);
  socket.end(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}
