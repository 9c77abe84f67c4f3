import { beforeEach, describe, expect, test } from "vitest";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { tryFunction } from "@/lib/services/functions/invocations/try";
import { updateFunction } from "@/lib/services/functions/update";
import { random } from "@/tests/support/context";
import { toResponse } from "@/tests/support/function-messages";
import { deploy, makeFunctions, type TestFunctions } from "@/tests/support/functions";

const ECHO = `import { caller } from "coppice";
export default { async fetch(request) {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries([...request.headers].filter(([name]) => name.startsWith("x-")));
  return Response.json({ caller: caller(), method: request.method, path: pathname.split("/").slice(4).join("/") + search,
    body: await request.text(), headers, cookie: request.headers.get("cookie") }, { status: 201 });
} };`;

let functions: TestFunctions;
let at: { projectId: string; name: string };
let userId: string;

type Asked = Parameters<typeof tryFunction>[1];
const HEADERS: [string, string][] = [["X-Mine", "1"]];
const REQUEST = { method: "POST", path: "/a?b=1", headers: HEADERS, body: "hello" } as const;

const asking = (input: Partial<Asked> = {}): Asked => ({ ...at, ...REQUEST, as: { kind: "server" }, ...input });

beforeEach(async () => {
  functions = await makeFunctions();
  at = { projectId: functions.projectId, name: "echo" };
  await deploy(functions, "echo", ECHO, { access: "signed-in" });
  const { db } = await functions.operator();
  userId = createId("user", random);
  const row = { id: userId, projectId: at.projectId, email: "ada@example.com", name: "Ada" };
  await db.user.create({ data: { ...row, createdAt: new Date(), updatedAt: new Date() } });
});

const tried = async (ctx: ServiceContext, input: Asked) => toResponse(await tryFunction(ctx, input));

const audited = async (ctx: ServiceContext) =>
  ctx.db.auditEvent.findMany({ where: { organisationId: functions.organisation.id, action: "function.try" } });

describe("trying a function", () => {
  test("sends the given request, without the headers that a caller mustn't send, and is recorded without the body", async () => {
    const developer = await functions.member("developer");
    const headers: Asked["headers"] = [
      ...HEADERS,
      ["Cookie", "a=b"],
      ["x-coppice-caller", "e30"],
      ["x-coppice-depth", "9 x"],
    ];
    const answer = await tried(developer, asking({ headers }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-coppice-invocation")).toMatch(/^call_/);
    expect(await answer.json()).toMatchObject({
      ...{ caller: { kind: "server" }, method: "POST", path: "a?b=1", body: "hello", cookie: null },
      headers: { "x-mine": "1" },
    });
    const [event] = await audited(developer);
    expect(event).toMatchObject({
      actorId: developer.actor.id,
      data: { projectId: at.projectId, name: "echo", method: "POST", as: "server", userId: null, user: null },
    });
    expect(JSON.stringify(event?.data)).not.toContain("hello");
  });

  test("as a user, it sees them as caller, with the claims of their token", async () => {
    const developer = await functions.member("developer");
    const answer = await tried(developer, asking({ as: { kind: "user", userId } }));
    expect(await answer.json()).toMatchObject({
      caller: { kind: "end-user", userId, claims: { sub: userId, email: "ada@example.com" } },
    });
    expect(await audited(developer)).toMatchObject([{ data: { as: "user", userId, user: "ada@example.com" } }]);
  });

  test("passes the gates that the app's own requests pass", async () => {
    const developer = await functions.member("developer");
    const asVisitor = () => tried(developer, asking({ as: { kind: "visitor" } }));
    await expect(asVisitor()).rejects.toMatchObject({ code: "missing_permission" });
    await updateFunction(developer, { ...at, access: "server" });
    const asUser = tried(developer, asking({ as: { kind: "user", userId } }));
    await expect(asUser).rejects.toMatchObject({ code: "missing_permission" });
    await updateFunction(developer, { ...at, access: "public" });
    expect(await (await asVisitor()).json()).toMatchObject({ caller: { kind: "anonymous" } });
  });

  test("is refused to members who only read, to servers and users, and hidden from strangers", async () => {
    const triedAs = async (as: Promise<ServiceContext>) => tried(await as, asking());
    await expect(triedAs(functions.member("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(triedAs(functions.server())).rejects.toMatchObject({ code: "missing_permission" });
    await expect(triedAs(functions.user(userId))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(triedAs(functions.stranger())).rejects.toMatchObject({ code: "project_not_found" });
    expect(await audited(await functions.operator())).toEqual([]);
  });

  test("as a user of another project, or a banned one, doesn't begin", async () => {
    const developer = await functions.member("developer");
    const other = createId("user", random);
    const asOther = tried(developer, asking({ as: { kind: "user", userId: other } }));
    await expect(asOther).rejects.toMatchObject({ code: "user_not_found" });
    await developer.db.user.update({ where: { id: userId }, data: { bannedAt: new Date() } });
    const asBanned = tried(developer, asking({ as: { kind: "user", userId } }));
    await expect(asBanned).rejects.toMatchObject({ code: "conflict" });
    expect(await audited(developer)).toEqual([]);
  });

  test("FN-12 sends the whole body as one request, regardless of a header's length", async () => {
    const developer = await functions.member("developer");
    const body = "hi POST /f/x/echo HTTP/1.1\r\nHost: x\r\nx-coppice-caller: e30\r\nContent-Length: 0\r\n\r\n";
    const answer = await tried(developer, asking({ headers: [["Content-Length", "2"]], body }));
    expect(await answer.json()).toMatchObject({ body });
    const next = await tried(developer, asking());
    expect(await next.json()).toMatchObject({ caller: { kind: "server" }, body: "hello" });
  });

  test("names a header that HTTP doesn't allow", async () => {
    const developer = await functions.member("developer");
    const asked = tried(developer, asking({ headers: [["a b", "c"]] }));
    await expect(asked).rejects.toMatchObject({ code: "invalid_request" });
  });
});
