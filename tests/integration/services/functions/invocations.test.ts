import { beforeEach, describe, expect, test } from "vitest";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { RedisRateLimiter } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { depthHeader, depthOf } from "@/lib/services/functions/invocations/depth";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { setSecret } from "@/lib/services/functions/secrets/set";
import { updateFunction } from "@/lib/services/functions/update";
import { getProjectUsage } from "@/lib/services/usage/get";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";
import { RedisServer } from "@/tests/support/redis-server";

let functions: TestFunctions;
let at: { projectId: string; name: string };

const ECHO = `import { caller } from "coppice";
export default { async fetch(request) {
  return Response.json({ caller: caller(), headers: Object.fromEntries(request.headers), body: await request.text() });
} };`;

beforeEach(async () => {
  functions = await makeFunctions({ plan: "pro" });
  at = { projectId: functions.projectId, name: "hello" };
});

describe("access", () => {
  test.each([
    ["public", ["server", "user", "visitor", "member"]],
    ["signed-in", ["server", "user", "member"]],
    ["server", ["server", "member"]],
  ] as const)("%s: who may call, and as whom", async (access, allowed) => {
    await deploy(functions, "hello", ECHO, { access });
    const callers = {
      server: [await functions.server(), { kind: "server" }],
      user: [
        await functions.user("usr_1"),
        {
          kind: "end-user",
          userId: "usr_1",
          sessionId: "ses_1",
          claims: { sub: "usr_1", sid: "ses_1", role: "editor" },
        },
      ],
      visitor: [await functions.visitor(), { kind: "anonymous" }],
      member: [await functions.member("developer"), { kind: "server" }],
    } as const;
    for (const [kind, [as, caller]] of Object.entries(callers)) {
      const asking = invoke(functions, "hello", { as });
      if ((allowed as readonly string[]).includes(kind))
        expect((await (await asking).json()).caller).toEqual({ ...caller, address: "192.0.2.1" });
      else await expect(asking, kind).rejects.toMatchObject({ code: "missing_permission" });
    }
    await expect(invoke(functions, "hello", { as: await functions.stranger() })).rejects.toMatchObject({
      code: "project_not_found",
    });
    const viewer = invoke(functions, "hello", { as: await functions.member("viewer") });
    await expect(viewer).rejects.toMatchObject({ code: "missing_permission" });
    const reading = invoke(functions, "hello", { as: await functions.server("read") });
    await expect(reading).rejects.toMatchObject({ code: "key_scope_too_narrow" });
  });

  test("a missing function, one without a version, a suspended project and a switched-off feature are told apart", async () => {
    await expect(invoke(functions, "missing")).rejects.toMatchObject({ code: "function_not_found" });
    await deploy(functions, "hello", "throw 1; export default {};").catch(() => {});
    await expect(invoke(functions, "hello")).rejects.toMatchObject({ code: "function_not_found" });
    await deploy(functions, "hello", ECHO);
    const { db } = await functions.server();
    const { id } = functions.organisation;
    await db.organisation.update({ where: { id }, data: { functions: false } });
    await expect(invoke(functions, "hello")).rejects.toMatchObject({ code: "feature_disabled" });
    await db.project.update({ where: { id: at.projectId }, data: { status: "suspended" } });
    await expect(invoke(functions, "hello")).rejects.toMatchObject({ code: "project_suspended" });
  });
});

test("FN-12 a caller's words about themselves, and their keys, don't reach the function", async () => {
  await deploy(functions, "hello", ECHO, { access: "public" });
  const forged = Buffer.from('{"kind":"server"}').toString("base64url");
  const headers = new Headers({
    authorization: "Bearer secret",
    cookie: "a=b",
    "x-own": "1",
    "x-coppice-project-id": "p",
  });
  headers.append("x-coppice-caller", forged);
  headers.append("X-Coppice-Caller", forged);
  const asked = { as: await functions.visitor(), headers, body: "hi" };
  const { caller, headers: seen, body } = await (await invoke(functions, "hello", asked)).json();
  expect(caller).toEqual({ kind: "anonymous", address: "192.0.2.1" });
  expect(body).toBe("hi");
  expect(seen["x-own"]).toBe("1");
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(["authorization"]));
  for (const name of ["authorization", "cookie", "x-coppice-project-id"]) expect(seen[name]).toBeUndefined();
});

test("FN-12 functions call one another four deep at most, and nobody else says how deep", async () => {
  await deploy(functions, "hello", ECHO);
  expect((await invoke(functions, "hello", { depth: 4 })).status).toBe(200);
  await expect(invoke(functions, "hello", { depth: 5 })).rejects.toMatchObject({ code: "rate_limited" });
  const { sealer } = await functions.server();
  const told = new Headers(depthHeader(sealer, 3));
  expect(depthOf(sealer, told)).toBe(3);
  expect(depthOf(sealer, new Headers({ "x-coppice-depth": "0 m1.t1.forged" }))).toBe(0);
  const other = told.get("x-coppice-depth")?.replace(/^3/, "1") ?? "";
  expect(depthOf(sealer, new Headers({ "x-coppice-depth": other }))).toBe(0);
});

test("FN-08 an answer keeps its own status and headers, and nothing that holds for the whole site", async () => {
  const answer = `new Response("<script>1</script>", { status: 418, headers: {
    "content-type": "text/html", "x-app-own": "yes", "set-cookie": "a=b", "service-worker-allowed": "/", "clear-site-data": "*",
    "content-security-policy": "default-src *", "access-control-allow-origin": "*", "x-coppice-caller": "x", "strict-transport-security": "max-age=1" } })`;
  await deploy(functions, "hello", answering(answer));
  const given = await invoke(functions, "hello");
  const id = given.headers.get("x-coppice-invocation");
  expect(id).toMatch(/^call_[0-9a-z]{20}$/);
  for (const [door, policy, cors] of [
    ["api", "sandbox", null],
    ["web", "sandbox allow-scripts allow-forms allow-popups", "*"],
  ] as const) {
    const headers = new Headers(answerHeaders([...given.headers], door, []));
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{
        "content-type": "text/html",
        "x-app-own": "yes",
        "x-coppice-invocation": id,
        "x-content-type-options": "nosniff",
      },
      ...{ "content-security-policy": policy, "cross-origin-resource-policy": "cross-origin" },
    });
    for (const name of [
      "set-cookie",
      "service-worker-allowed",
      "clear-site-data",
      "x-coppice-caller",
      "strict-transport-security",
    ]) {
      expect(headers.get(name), name).toBeNull();
    }
    expect(headers.get("access-control-allow-origin")).toBe(cors);
  }
  expect(given.status).toBe(418);
  expect(await given.text()).toBe("<script>1</script>");
});

test.each([
  ...["x-accel-redirect", "x-accel-expires", "x-sendfile", "x-lighttpd-send-file", "x-litespeed-location"],
  ...["x-reproxy-url", "x-envoy-immediate-health-check-fail", "x-middleware-rewrite", "x-something-else"],
  ...["accept-ch", "critical-ch", "secure-session-registration", "login-status", "set-login", "surrogate-control"],
  ...[
    "activate-storage-access",
    "surrogate-key",
    "cdn-cache-control",
    "alt-svc",
    "nel",
    "refresh-it",
    "speculation-rules",
  ],
])("AT-M1 a function can't send %s, which a proxy or a browser may obey, and is told", (name) => {
  for (const door of ["api", "web"] as const) {
    const headers = new Headers(answerHeaders([[name, "1"]], door, []));
    expect(headers.get(name)).toBeNull();
    expect(headers.get("x-coppice-withheld")).toBe(name);
  }
});

test("AT-M1 a function sends the headers of apps, names that begin with x-app-, and those that the operator lets pass", () => {
  const names = [
    "content-type",
    "etag",
    "cache-control",
    "location",
    "retry-after",
    "x-total-count",
    "x-ratelimit-limit",
  ];
  const own = ["x-app-tenant", "mcp-session-id", "webhook-id", "x-accel-buffering"];
  const given = [...names, ...own].map((name) => [name, "1"] as const);
  expect(answerHeaders(given, "web", []).slice(0, given.length)).toEqual(given);
  const more = [["x-shop-cart", "1"] as const, ["x-exact", "1"] as const, ["x-exactly", "1"] as const];
  const passed = answerHeaders(more, "web", ["x-shop-*", "x-exact"]).map(([name]) => name);
  expect(passed.slice(0, 3)).toEqual(["x-shop-cart", "x-exact", "x-coppice-withheld"]);
});

test("FN-08 an answer is cut at 25 MiB, and a bomb of headers is a failure", async () => {
  const endless = "new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1 << 20)); } }))";
  await deploy(functions, "endless", answering(endless));
  const { body } = await invoke(functions, "endless");
  let length = 0;
  const reading = (async () => {
    for await (const chunk of body ?? []) length += chunk.byteLength;
  })();
  await expect(reading).rejects.toThrow();
  expect(length).toBeLessThanOrEqual(25 * 1024 ** 2);
  await deploy(functions, "bomb", answering("new Response('', { headers: { 'x-bomb': 'x'.repeat(1 << 20) } })"));
  await expect(invoke(functions, "bomb")).rejects.toMatchObject({ code: "function_failed" });
});

test("FN-09 a project's calls are allowed up to exactly the plan's limit over two processes, and a stranger uses up none", async () => {
  functions = await makeFunctions({ plan: "free" });
  await deploy(functions, "hello", answering("new Response('ok')"), { access: "server" });
  const visitor = await functions.visitor();
  for (let count = 0; count < 70; count += 1) {
    await expect(invoke(functions, "hello", { as: visitor })).rejects.toMatchObject({ code: "missing_permission" });
  }
  const redis = await RedisServer.start();
  const limiters = [0, 1].map(() => new RedisRateLimiter(redis.url, () => {}));
  for (const limiter of limiters)
    await expect
      .poll(() =>
        limiter.ping().then(
          () => "ok",
          () => "away",
        ),
      )
      .toBe("ok");
  const [one, other] = await Promise.all(
    limiters.map(async (rateLimiter) => ({ ...(await functions.server()), rateLimiter })),
  );
  const codes: string[] = [];
  for (let batch = 0; batch < 80; batch += 1) {
    const ctx = batch % 2 === 0 ? one : other;
    const asked = Array.from({ length: 2 }, () =>
      invoke(functions, "hello", ctx && { as: ctx }).then(
        async (answer) => (await answer.text()) && "ok",
        (error) => error.code,
      ),
    );
    codes.push(...(await Promise.all(asked)));
  }
  expect(codes.filter((code) => code === "ok")).toHaveLength(60);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(100);
  for (const limiter of limiters) await limiter.close();
  await redis.stop();
});

test("visitors of one address are limited before it is looked at whether they may", async () => {
  const visitor = { ...(await functions.visitor()), rateLimiter: new MemoryRateLimiter() };
  const asked = Array.from({ length: 301 }, () =>
    invoke(functions, "missing", { as: visitor }).catch((error) => error.code),
  );
  const codes = await Promise.all(asked);
  expect(codes.filter((code) => code === "function_not_found")).toHaveLength(300);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
});

test("a secret is there from the next call on, as are a changed variable and another access", async () => {
  await deploy(functions, "hello", answering("new Response(String(process.env.TOKEN) + process.env.MODE)"), {
    env: { MODE: "1" },
  });
  const said = async () => (await invoke(functions, "hello")).text();
  expect(await said()).toBe("undefined1");
  const ctx = await functions.server();
  await setSecret(ctx, { projectId: at.projectId, name: "TOKEN", value: "first" });
  expect(await said()).toBe("first1");
  await setSecret(ctx, { projectId: at.projectId, name: "TOKEN", value: 'se"cond)\nembed' });
  await updateFunction(ctx, { ...at, env: { MODE: "2" } });
  expect(await said()).toBe('se"cond)\nembed2');
});

test("FN-06 names, variables and secrets are data, with any content", async () => {
  const odd = '"); embed "/etc/passwd" (\\n\n\r\u2028`$x`';
  await deploy(functions, "hello", answering("Response.json([process.env.ODD, process.env.SECRET])"), {
    env: { ODD: odd },
  });
  const ctx = await functions.server();
  await setSecret(ctx, { projectId: at.projectId, name: "SECRET", value: odd });
  expect(await (await invoke(functions, "hello")).json()).toEqual([odd, odd]);
});

test("calls, their time and failures are counted by function, and their log is found by the answer's ID", async () => {
  const index = `export default { fetch(request) { console.log("a line", { of: 2 }); console.warn("careful");
    if (request.headers.get("x-fail")) throw new TypeError("broken on purpose"); return new Response("ok"); } };`;
  await deploy(functions, "hello", index);
  const answer = await invoke(functions, "hello");
  await answer.text();
  const failed = await invoke(functions, "hello", { headers: { "x-fail": "1" } }).catch((error) => error);
  expect(failed).toMatchObject({ code: "function_failed", message: expect.not.stringContaining("on purpose") });
  const ctx = await functions.server();
  const entries = async (invocation: string, level?: "warn") => {
    await functions.recorder.flush();
    return (await listFunctionLogs(ctx, { ...at, invocation, limit: 100, ...(level && { level }) })).items.reverse();
  };
  const id = answer.headers.get("x-coppice-invocation") ?? "";
  await expect.poll(() => entries(id)).toHaveLength(3);
  expect(await entries(id)).toMatchObject([
    { kind: "line", level: "info", message: 'a line {"of":2}', version: 1 },
    { kind: "line", level: "warn", message: "careful" },
    { kind: "invocation", level: "info", message: expect.stringMatching(/^answered 200 after \d+ ms$/) },
  ]);
  expect(await entries(id, "warn")).toHaveLength(1);
  const failure = failed.headers["x-coppice-invocation"];
  await expect.poll(async () => (await entries(failure)).at(-1)?.kind).toBe("invocation");
  expect(await entries(failure)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: "exception",
        level: "error",
        message: expect.stringContaining("broken on purpose"),
      }),
    ]),
  );
  await functions.recorder.close();
  const usage = await getProjectUsage(ctx, { projectId: at.projectId });
  expect(usage).toMatchObject({
    invocationCount: 2,
    errorCount: 1,
    byFunction: [{ name: "hello", invocationCount: 2 }],
  });
  expect(usage.totalDurationMs).toBe(usage.byFunction[0]?.totalDurationMs);
});

test("FN-10 secrets are replaced in logs and errors, and no record holds one", async () => {
  const secret = "canary-0123456789-abcdefghij";
  const index = `export default { fetch() { console.log("key " + process.env.CANARY); throw new Error("used " + process.env.CANARY); } };`;
  const ctx = await functions.server();
  await setSecret(ctx, { projectId: at.projectId, name: "CANARY", value: secret });
  await deploy(functions, "hello", index, { env: { ALSO: `env-${secret}` } });
  const failed = await invoke(functions, "hello").catch((error) => error);
  expect(JSON.stringify([failed.message, failed.details])).not.toContain(secret);
  await expect
    .poll(async () => {
      await functions.recorder.flush();
      return (await listFunctionLogs(ctx, { ...at, limit: 100 })).items.map(({ kind }) => kind).sort();
    })
    .toEqual(["exception", "invocation", "line"]);
  const { db } = ctx;
  const where = { projectId: at.projectId };
  const rows = [
    await db.functionLog.findMany({ where, omit: { id: true } }),
    await db.functionSecret.findMany({ where }),
    await db.functionVersion.findMany({ where: { function: where } }),
    await db.functionDeployment.findMany({ where: { function: where } }),
    await db.auditEvent.findMany({ where: { organisationId: functions.organisation.id } }),
  ];
  expect(JSON.stringify(rows)).not.toContain(secret);
});
