import { get, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { updateFunction } from "@/lib/services/functions/update";
import { getProjectUsage } from "@/lib/services/usage/get";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { functionRequest } from "@/tests/support/function-messages";
import { askRaw } from "@/tests/support/raw-connection";

let content: ContentServer;

beforeAll(async () => {
  content = await startContentInProcess({ COPPICE_ROLES: "functions", COPPICE_OUTGOING_LOOPBACK: "allowed" });
  const project = { projects: { some: { id: content.projectId } } };
  await content.ctx.db.organisation.updateMany({ where: project, data: { functions: true } });
  await content.ctx.db.project.update({ where: { id: content.projectId }, data: { tier: "team" } });
});
afterAll(() => content.close());

async function deploy(name: string, index: string, access: "public" | "signed-in" | "server" = "public") {
  const input = DeployInput.parse({ files: { "index.ts": index }, access });
  await deployFunction(content.ctx, { projectId: content.projectId, name, ...input });
  return `${content.url}/f/${content.projectId}/${name}`;
}

const ECHO = `import { caller } from "coppice";
export default { async fetch(request) {
  return Response.json({ method: request.method, url: request.url, caller: caller(), body: await request.text(), auth: request.headers.get("authorization") },
    { headers: { "x-app-own": "1", "set-cookie": "a=b", "access-control-allow-origin": "*" } });
} };`;

test("a public function answers any method and path at its web address, without a key", async () => {
  const address = await deploy("echo", ECHO);
  for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
    const body = method === "POST" ? { body: "hi", headers: { authorization: "Basic abc" } } : {};
    const answer = await fetch(`${address}/a/b?c=d`, { method, ...body });
    expect(answer.status, method).toBe(200);
    expect(await answer.json()).toEqual({
      ...{ method, url: `${address}/a/b?c=d`, caller: { kind: "anonymous", address: null }, auth: null },
      body: method === "POST" ? "hi" : "",
    });
  }
  const head = await fetch(address, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a web address that is switched off is like one that isn't there, for servers too", async () => {
  const address = await deploy("hidden", ECHO);
  const at = { projectId: content.projectId, name: "hidden" };
  expect((await fetch(address)).status).toBe(200);
  await updateFunction(content.ctx, { ...at, webAddress: false });
  const gone = await fetch(address);
  const unknown = await fetch(`${content.url}/f/${content.projectId}/unknown`);
  expect([gone.status, await codeOf(gone)]).toEqual([unknown.status, await codeOf(unknown)]);
  const request = functionRequest(address);
  expect((await invokeFunction(content.ctx, { ...at, request, depth: 0 })).status).toBe(200);
  await updateFunction(content.ctx, { ...at, webAddress: true });
  expect((await fetch(address)).status).toBe(200);
});

const codeOf = async (answer: Response) => (await answer.json()).error.code;

test("FN-08 a page that a function answers there runs in an origin of its own, and sets nothing for the site", async () => {
  const address = await deploy(
    "page",
    `export default { fetch: () => new Response("<script>1</script>", { headers: {
    "content-type": "text/html", "set-cookie": "a=b", "service-worker-allowed": "/", "content-security-policy": "default-src *" } }) };`,
  );
  const { headers } = await fetch(address);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    },
    ...{ "content-security-policy": "sandbox allow-scripts allow-forms allow-popups" },
    "x-coppice-invocation": expect.stringMatching(/^call_/),
  });
  for (const name of ["set-cookie", "service-worker-allowed"]) expect(headers.get(name)).toBeNull();
});

test("a function for servers is for server keys alone there, and another project's key opens nothing", async () => {
  const address = await deploy("private", ECHO, "server");
  const row = await content.ctx.db.project.findUniqueOrThrow({ where: { id: content.projectId } });
  const common = { organisationId: row.organisationId ?? "", projectId: row.id, name: "k", expiresAt: null };
  const operator = { ...content.ctx, actor: { kind: "operator", id: "test" } as const };
  const { secret: server } = await createServerKey(operator, { ...common, scope: "read-write" });
  const { secret: visitor } = await createPublicKey(operator, { ...common, scope: "read-write" });
  const ask = (key?: string, headers: Record<string, string> = {}) =>
    fetch(address, { headers: { ...headers, ...(key && { authorization: `Bearer ${key}` }) } });
  const allowed = await ask(server);
  expect(await allowed.json()).toMatchObject({ caller: { kind: "server" }, auth: null });
  expect((await ask()).status).toBe(403);
  expect((await ask(visitor)).status).toBe(403);
  expect((await ask("sk_coppice_wrong")).status).toBe(403);
  expect((await ask(server, { origin: "https://example.com" })).status).toBe(403);
  const unknown = await fetch(address.replace(content.projectId, `p_${"0".repeat(20)}`), {
    headers: { authorization: `Bearer ${server}` },
  });
  expect((await unknown.json()).error.code).toBe("project_not_found");
});

test("a function that isn't there is a 404 in the envelope, and a body that is too large is refused", async () => {
  const missing = await fetch(`${content.url}/f/${content.projectId}/missing`);
  expect([missing.status, (await missing.json()).error.code]).toEqual([404, "function_not_found"]);
  expect((await fetch(`${content.url}/f/nonsense/echo`)).status).toBe(404);
  const address = await deploy("echo", ECHO);
  const large = await fetch(address, { method: "POST", body: new Uint8Array(7 * 1024 ** 2) });
  expect([large.status, (await large.json()).error.code]).toEqual([413, "body_too_large"]);
});

test("SV-Low: a WebSocket is refused with a code of its own before the function is asked", async () => {
  const address = new URL(await deploy("echo", ECHO));
  const fields = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
  const answer = await askRaw({ baseUrl: content.url }, "GET", address.pathname, fields);
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([501, "websocket_unsupported"]);
});

test("SV-Low: a function is told the address that the service knows, and none that a caller makes up", async () => {
  const near = await startContentInProcess({
    COPPICE_ROLES: "functions",
    CLIENT_ADDRESS_HEADER: "x-connection-address",
  });
  try {
    const project = { projects: { some: { id: near.projectId } } };
    await near.ctx.db.organisation.updateMany({ where: project, data: { functions: true } });
    const files = { "index.ts": TELLING };
    const at = { projectId: near.projectId, name: "who" };
    await deployFunction(near.ctx, { ...at, ...DeployInput.parse({ files, access: "public" }) });
    const made = { "x-forwarded-for": "6.6.6.6", forwarded: "for=6.6.6.6", "x-real-ip": "6.6.6.6" };
    const headers = { ...made, "x-connection-address": "6.6.6.6", "cf-connecting-ip": "6.6.6.6", "x-own": "1" };
    const answer = await fetch(`${near.url}/f/${near.projectId}/who`, { headers });
    const told = (await answer.json()) as { address: string; names: string[] };
    expect(told.address).toBe("127.0.0.1");
    expect(told.names.filter((name) => name in headers)).toEqual(["x-own"]);
  } finally {
    await near.close();
  }
});

const TELLING = `import { caller } from "coppice";
export default { fetch: (request) => Response.json({ address: caller().address, names: [...request.headers.keys()] }) };`;

test("an answer comes as it is made", async () => {
  const address = await deploy(
    "stream",
    `export default { fetch() {
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter(); const encoder = new TextEncoder();
    (async () => { await writer.write(encoder.encode("first")); await new Promise((go) => setTimeout(go, 200)); await writer.write(encoder.encode("second")); await writer.close(); })();
    return new Response(readable);
  } };`,
  );
  const reader = (await fetch(address)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "first" });
  expect(await reader?.read()).toEqual({ done: false, value: "second" });
  expect((await reader?.read())?.done).toBe(true);
});

test("FN-12 a function that calls itself by its web address is stopped at the fifth", async () => {
  const address = await deploy(
    "again",
    `export default { async fetch(request) {
    const answer = await fetch(request.url, { headers: { "x-coppice-depth": "0 forged" } });
    return new Response("(" + (answer.ok ? await answer.text() : answer.status) + ")");
  } };`,
  );
  expect(await (await fetch(address)).text()).toBe("(((((429)))))");
});

test("calls at a web address are counted with the others", async () => {
  const address = await deploy("counted", ECHO);
  for (let count = 0; count < 3; count += 1) await (await fetch(address)).text();
  const counted = async () => {
    await content.ctx.usage.flush();
    const { byFunction } = await getProjectUsage(content.ctx, { projectId: content.projectId });
    return byFunction.find(({ name }) => name === "counted")?.invocationCount;
  };
  await expect.poll(counted).toBe(3);
});

const ENCODED = `export default { async fetch(request) {
  const way = new URL(request.url).searchParams.get("way");
  const headers = { "content-encoding": way === "br" ? "br" : "gzip", etag: '"one"', "content-type": "text/plain" };
  const text = "hello ".repeat(20_000);
  if (way !== "manual") return new Response(text, { headers });
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(await new Response(packed).arrayBuffer(), { headers, encodeBody: "manual" });
} };`;

test("SV-M9: an encoded answer is decoded for a caller that doesn't accept its encoding", async () => {
  const address = await deploy("encoded", ENCODED);
  for (const way of ["gzip", "br", "manual"]) {
    const coding = way === "br" ? "br" : "gzip";
    for (const [accepted, isEncoded] of [
      [undefined, false],
      ["identity", false],
      ["*", true],
      [`${coding};q=0, *`, false],
      [`deflate, ${coding};q=0.5`, true],
    ] as const) {
      const { headers, body } = await rawGet(`${address}?way=${way}`, accepted);
      const told = `${way}, ${accepted}`;
      expect(headers["content-encoding"], told).toBe(isEncoded ? coding : undefined);
      expect(headers.vary?.toLowerCase(), told).toContain("accept-encoding");
      expect(headers.etag, told).toBe(isEncoded ? '"one"' : 'W/"one"');
      const unpack = coding === "br" ? brotliDecompressSync : gunzipSync;
      expect((isEncoded ? unpack(body) : body).toString(), told).toBe("hello ".repeat(20_000));
      if (headers["content-length"] !== undefined) expect(Number(headers["content-length"])).toBe(body.byteLength);
    }
  }
});

/** Asks with no header fields but those that are given. */
function rawGet(
  address: string,
  accepted: string | undefined,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    get(address, { headers }, (answer) => {
      buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    }).once("error", reject);
  });
}

const ODD = `const made = {
  empty: () => new Response(null, { status: 205 }),
  unchanged: () => new Response(null, { status: 304, headers: { etag: '"a"' } }),
  there: () => new Response(null, { status: 302, headers: { location: "/x" } }),
  elsewhere: () => Response.redirect("https://other.example/y?z=1", 303),
  strange: () => new Response("strange", { status: 299 }),
  busy: () => new Response("busy", { status: 599 }),
  short: () => new Response("whole", { headers: { "content-length": "3" } }),
  hops: () => new Response("hops", { headers: { "transfer-encoding": "chunked", upgrade: "h2c", trailer: "x" } }),
  links: () => new Response(null, { headers: [["link", "<a>"], ["link", "<b>"], ["vary", "a"], ["vary", "b"]] }),
  switched: () => new Response(null, { status: 101 }),
  none: () => Response.error(),
  full: () => new Response("x", { status: 204 }),
  lines: () => new Response("x", { headers: { "x-app-a": "a\\nb" } }),
};
export default { fetch: (request) => made[new URL(request.url).pathname.split("/").at(-1)]() };`;

test("7.7: an answer that is no ordinary 200 is passed on as HTTP has it, and one that HTTP can't have is a failure", async () => {
  const address = await deploy("odd", ODD);
  const ask = async (name: string) => {
    const answer = await fetch(`${address}/${name}`, { redirect: "manual" });
    return [answer.status, await answer.text(), Object.fromEntries(answer.headers)] as const;
  };
  for (const [name, status, text, fields] of [
    ["empty", 205, "", {}],
    ["unchanged", 304, "", { etag: '"a"' }],
    ["there", 302, "", { location: "/x" }],
    ["elsewhere", 303, "", { location: "https://other.example/y?z=1" }],
    ["strange", 299, "strange", {}],
    ["busy", 599, "busy", {}],
    ["short", 200, "whole", { "content-length": "5" }],
    ["hops", 200, "hops", { "content-length": "4" }],
    ["links", 200, "", { link: "<a>, <b>", vary: "a, b" }],
  ] as const) {
    expect(await ask(name), name).toEqual([status, text, expect.objectContaining(fields)]);
  }
  for (const name of ["switched", "none", "full", "lines", "missing"]) {
    const [status, text] = await ask(name);
    expect([name, status, JSON.parse(text).error.code]).toEqual([name, 502, "function_failed"]);
  }
  expect((await ask("strange"))[0]).toBe(299);
});
