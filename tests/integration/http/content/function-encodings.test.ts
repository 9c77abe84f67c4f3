import { mkdtemp } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";

const TEXT = "hello, hello ".repeat(2_000);
const ENCODERS = { gzip: gzipSync, br: brotliCompressSync } as const;

let upstream: Server;
let content: ContentServer;
let api: InProcessServer;
let doors: Record<"web" | "api", { address: string; authorization: string }>;

const functionOf = (origin: string) => `
const TEXT = ${JSON.stringify(TEXT)};
const packed = async () => {
  const stream = new Blob([TEXT]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};
const answers = {
  named: () => new Response(TEXT, { headers: { "content-encoding": "gzip", "content-length": "5" } }),
  packed: async () => new Response(await packed(), { headers: { "content-encoding": "gzip" }, encodeBody: "manual" }),
  plain: () => new Response(TEXT, { headers: { "content-length": "5" } }),
  relayed_gzip: () => fetch("${origin}/gzip"),
  relayed_br: () => fetch("${origin}/br"),
  relayed_plain: () => fetch("${origin}/plain"),
  wrapped: async () => new Response((await fetch("${origin}/gzip")).body, { headers: { "content-encoding": "gzip" } }),
  copied: async () => { const got = await fetch("${origin}/gzip"); return new Response(got.body, got); },
  read: async () => new Response(await (await fetch("${origin}/br")).text()),
  none: () => new Response(null, { status: 204, headers: { "content-encoding": "gzip" } }),
};
export default { async fetch(request) {
  const way = new URL(request.url).searchParams.get("way") ?? (await request.text());
  return answers[way]();
} };`;

beforeAll(async () => {
  upstream = createServer(({ url = "" }, response) => {
    const coding = url.slice(1) as keyof typeof ENCODERS;
    const bytes = ENCODERS[coding]?.(TEXT) ?? Buffer.from(TEXT);
    const fields = { "content-type": "text/plain", "content-length": bytes.byteLength };
    response.writeHead(200, coding in ENCODERS ? { ...fields, "content-encoding": coding } : fields).end(bytes);
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), "encodings-"));
  const variables = {
    ...{ COPPICE_ROLES: "functions", COPPICE_OUTGOING_LOOPBACK: "allowed", COPPICE_DATA_DIR: folder },
  };
  content = await startContentInProcess(variables);
  const project = { projects: { some: { id: content.projectId } } };
  await content.ctx.db.organisation.updateMany({ where: project, data: { functions: true } });
  await content.ctx.db.project.update({ where: { id: content.projectId }, data: { tier: "team" } });
  const files = { "index.ts": functionOf(`http://127.0.0.1:${port}`) };
  await deployFunction(content.ctx, {
    ...{ projectId: content.projectId, name: "encoded" },
    ...DeployInput.parse({ files, access: "public" }),
  });
  api = await startInProcess({ variables });
  const authorization = `Bearer ${await content.key("server")}`;
  doors = {
    web: { address: `${content.url}/f/${content.projectId}/encoded`, authorization },
    api: { address: `${api.baseUrl}/v1/projects/${content.projectId}/functions/encoded/invoke`, authorization },
  };
});
afterAll(async () => {
  await api.close();
  await content.close();
  upstream.close();
});

/** Asks one of the doors, with no header fields but those that are given. */
function ask(door: "web" | "api", way: string, given: Record<string, string>, webMethod = "GET") {
  const { address, authorization } = doors[door];
  const isWeb = door === "web";
  const headers = { authorization, ...given, ...(!isWeb && { "content-type": "text/plain" }) };
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const target = isWeb ? `${address}?way=${way}` : address;
    request(target, { method: isWeb ? webMethod : "POST", headers }, (answer) => {
      const { statusCode: status = 0 } = answer;
      buffer(answer).then((body) => resolve({ status, headers: answer.headers, body }), reject);
    })
      .once("error", reject)
      .end(isWeb ? undefined : way);
  });
}

const accepting = (accepted: string | undefined): Record<string, string> =>
  accepted === undefined ? {} : { "accept-encoding": accepted };

const WAYS = ["named", "packed", "plain", "relayed_gzip", "relayed_br", "relayed_plain", "wrapped", "copied", "read"];

test.each(WAYS.flatMap((way) => (["web", "api"] as const).map((door) => [way, door] as const)))(
  "7.3: header fields and bytes agree, in an encoding that the caller takes: %s by %s",
  async (way, door) => {
    for (const accepted of [undefined, "identity", "gzip", "br", "gzip, deflate, br"]) {
      const told = `${way} ${accepted}`;
      const { status, headers, body } = await ask(door, way, accepting(accepted));
      expect(status, told).toBe(200);
      const coding = headers["content-encoding"];
      if (coding !== undefined) expect(accepted, told).toContain(coding);
      const text = coding === "gzip" ? gunzipSync(body) : coding === "br" ? brotliDecompressSync(body) : body;
      expect(text.toString() === TEXT, `${told}: ${coding}, ${body.byteLength} bytes`).toBe(true);
      if (headers["content-length"] !== undefined) expect(Number(headers["content-length"])).toBe(body.byteLength);
    }
  },
);

test.each(["web", "api"] as const)("7.3: HEAD, and an answer without a body, end without one by %s", async (door) => {
  for (const accepted of [undefined, "gzip, br"]) {
    for (const way of door === "web" ? WAYS : []) {
      const { status, body } = await ask(door, way, accepting(accepted), "HEAD");
      expect([way, status, body.byteLength]).toEqual([way, 200, 0]);
    }
    const none = await ask(door, "none", accepting(accepted));
    expect([none.status, none.body.byteLength]).toEqual([204, 0]);
  }
});
