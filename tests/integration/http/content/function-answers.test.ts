import { afterAll, beforeAll, expect, test } from "vitest";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { askRaw } from "@/tests/support/raw-connection";

let content: ContentServer;
let path: string;

const ANSWERS = `const answers = {
  "204": () => new Response(null, { status: 204 }),
  "205": () => new Response(null, { status: 205 }),
  "304": () => new Response(null, { status: 304 }),
  "204 with a body": () => new Response("x", { status: 204 }),
  "304 with a body": () => new Response("x", { status: 304 }),
  "299": () => new Response("x", { status: 299 }),
  "599": () => new Response("x", { status: 599 }),
  "101": () => new Response(null, { status: 101 }),
  "to a path": () => new Response(null, { status: 302, headers: { location: "/x" } }),
  "to another site": () => Response.redirect("https://elsewhere.example/y", 307),
  "an error": () => Response.error(),
  "a line break": () => new Response("x", { headers: { "x-app-own": "a\\nb" } }),
  "no type": () => new Response(new Uint8Array([120])),
  "many": () => {
    const headers = new Headers({ "www-authenticate": 'Basic realm="a"', vary: "Accept", "x-app-own": "\\u00e9" });
    headers.append("link", "</a>; rel=preload");
    headers.append("link", "</b>; rel=preload");
    return new Response("x", { headers });
  },
  "broken": () => {
    let count = 0;
    return new Response(new ReadableStream({ pull(controller) {
      count += 1;
      if (count > 16) controller.error(new Error("broke off"));
      else controller.enqueue(new Uint8Array(65_536));
    } }));
  },
};
export default { fetch: (request) => answers[new URL(request.url).searchParams.get("way")]() };`;

beforeAll(async () => {
  content = await startContentInProcess({ COPPICE_ROLES: "functions" });
  const project = { projects: { some: { id: content.projectId } } };
  await content.ctx.db.organisation.updateMany({ where: project, data: { functions: true } });
  await content.ctx.db.project.update({ where: { id: content.projectId }, data: { tier: "team" } });
  const input = DeployInput.parse({ files: { "index.ts": ANSWERS }, access: "public" });
  await deployFunction(content.ctx, { projectId: content.projectId, name: "answers", ...input });
  path = `/f/${content.projectId}/answers`;
});
afterAll(() => content.close());

const ask = (way: string) =>
  askRaw({ baseUrl: content.url }, "GET", `${path}?way=${encodeURIComponent(way)}`, ["Accept-Encoding: identity"]);

test.each([
  ["204", 204, ""],
  ["205", 205, ""],
  ["304", 304, ""],
  ["299", 299, "x"],
  ["599", 599, "x"],
  ["to a path", 302, ""],
  ["to another site", 307, ""],
  ["no type", 200, "x"],
])("an answer is passed on as HTTP has it: %s", async (way, status, body) => {
  const answer = await ask(way);
  expect([answer.status, answer.body]).toEqual([status, body]);
  if (way === "to a path") expect(answer.headers.get("location")).toBe("/x");
  if (way === "to another site") expect(answer.headers.get("location")).toBe("https://elsewhere.example/y");
  if (way === "no type") expect(answer.headers.has("content-type")).toBe(false);
});

test("fields that come twice, and letters beyond ASCII, are passed on", async () => {
  const { headers } = await fetch(`${content.url}${path}?way=many`);
  expect(headers.get("link")).toBe("</a>; rel=preload, </b>; rel=preload");
  expect(headers.get("www-authenticate")).toBe('Basic realm="a"');
  expect(headers.get("vary")).toContain("Accept");
  expect(Buffer.from(headers.get("x-app-own") ?? "", "latin1").toString()).toMatch(/^(?:é|\ufffd)$/);
});

test.each(["204 with a body", "304 with a body", "101", "an error", "a line break"])(
  "a result that is no answer of HTTP fails, and the log has it: %s",
  async (way) => {
    const answer = await ask(way);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([502, "function_failed"]);
    const invocation = answer.headers.get("x-coppice-invocation") ?? "";
    const at = { projectId: content.projectId, name: "answers" };
    const logged = async () => (await listFunctionLogs(content.ctx, { ...at, invocation, limit: 10 })).items;
    await expect.poll(async () => (await logged()).map(({ kind }) => kind)).toContain("invocation");
    expect((await logged()).some(({ level }) => level === "error")).toBe(true);
  },
);

test("an answer that breaks off ends its connection, and others are answered", async () => {
  const answer = await ask("broken");
  expect([answer.status, answer.body.endsWith("0\r\n\r\n")]).toEqual([200, false]);
  expect((await ask("299")).status).toBe(299);
});
