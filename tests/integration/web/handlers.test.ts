import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { methodsOf, patternOf } from "@/bin/setup/route-table.mjs";
import type { Role } from "@/lib/core/access/permissions";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import type { RateLimit } from "@/lib/core/ports/rate-limiter";
import { DASHBOARD_LIMITS } from "@/lib/core/rate-limits";
import { dashboardCookieName, sealDashboardSession } from "@/lib/people/accounts/session-cookie";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { setRuntime } from "@/lib/runtime/current";
import { createBucket } from "@/lib/services/storage/buckets/create";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { startRun } from "@/tests/support/background-runs";
import { random, type TestOrganisation, testKey } from "@/tests/support/context";
import { signInAs } from "@/tests/support/dashboard-session";
import {
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";
import { takeFile } from "@/tests/support/user-imports";

type Handler = (request: Request, route: { params: Promise<Record<string, string>> }) => Promise<Response>;

const ORIGIN = "http://coppice.example";
const FOLDER = "app/dashboard";
const FUNCTION = "kept";
const CONNECTION_ID = createId("ssoConnection", random);
const RUN_ID = "0123456789abcdef0123456789abcdef";

interface Ask {
  query?: string;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  /** A viewer gets past the handler, and the verb decides. */
  isForViewers: boolean;
}

const EXPORT = encodeURIComponent(JSON.stringify({ schema: "documents", name: "kept", format: "csv" }));

const IMPORT = encodeURIComponent(
  JSON.stringify({ schema: "documents", name: "kept", delimiter: ",", hasHeader: true, columns: ["document"] }),
);

/** The request that each handler is sent, whether it is refused or not. */
const ASKS: Readonly<Record<string, Ask>> = {
  "GET databases/search": { query: "?name=n", isForViewers: true },
  "GET projects/search": { query: "?name=n", isForViewers: true },
  "GET projects/:projectId/events/export": { query: "?format=csv", isForViewers: true },
  "GET projects/:projectId/methods/try": { query: "?provider=google", isForViewers: false },
  "GET projects/:projectId/sso/:connectionId/try": { isForViewers: false },
  "GET projects/:projectId/users/search": { query: "?name=n", isForViewers: true },
  "GET projects/:projectId/users/export": { isForViewers: false },
  "POST projects/:projectId/users/imports": {
    body: '{"fileName":"users.ndjson"}\n{"email":"moved@example.com"}\n',
    isForViewers: false,
  },
  "GET projects/:projectId/users/imports/:importId/problems": { isForViewers: false },
  "POST projects/:projectId/storage/:bucketId/uploads": { body: { key: "a.txt", size: 5 }, isForViewers: false },
  "GET projects/:projectId/storage/:bucketId/download": { query: "?key=missing.txt", isForViewers: true },
  "GET projects/:projectId/storage/:bucketId/measure": { query: "?prefix=2026/", isForViewers: true },
  "POST projects/:projectId/storage/:bucketId/link": {
    body: { key: "missing.txt", expiresInSeconds: 60 },
    isForViewers: true,
  },
  "POST projects/:projectId/storage/:bucketId/explain": {
    body: { action: "read", key: "a.txt", claims: null },
    isForViewers: true,
  },
  "POST projects/:projectId/functions/:name/try/run": {
    body: { method: "GET", path: "", headers: [], body: "", as: "visitor" },
    isForViewers: false,
  },
  "GET projects/:projectId/functions/:name/logs/entries": { isForViewers: true },
  "GET projects/:projectId/logs/export": { isForViewers: true },
  "GET projects/:projectId/functions/:name/schedules/preview": {
    query: "?cron=0+8+*+*+*&timezone=UTC",
    isForViewers: true,
  },
  "GET projects/:projectId/realtime/stats": { isForViewers: true },
  "POST projects/:projectId/realtime/topics/try": {
    body: { topics: [{ pattern: "room:*" }], topic: "room:1", user: null },
    isForViewers: true,
  },
  "POST projects/:projectId/draft-schema": { body: { prompt: "Books" }, isForViewers: false },
  "GET session": { isForViewers: true },
  "GET tasks": { isForViewers: true },
  "GET names": { isForViewers: true },
  "POST projects/:projectId/brand/preview": {
    body: { page: "sign-in", locale: "en", theme: "dark", brand: {}, nonce: "AAAAAAAAAAAAAAAAAAAAAA==" },
    isForViewers: true,
  },
  "POST projects/:projectId/mail/preview": {
    body: { kind: "sign-in", locale: "en", texts: {}, theme: "dark" },
    isForViewers: true,
  },
  "PUT projects/:projectId/brand/logo": { body: "no picture", isForViewers: false },
  "DELETE projects/:projectId/brand/logo": { isForViewers: false },
  "GET databases/:databaseId/names": { query: "?search=n", isForViewers: true },
  "POST databases/:databaseId/sql/run": {
    body: { text: "CREATE TABLE made_here (n int)", runId: RUN_ID, mode: "run" },
    isForViewers: true,
  },
  "POST databases/:databaseId/sql/background": {
    body: { text: "CREATE TABLE made_here (n int)" },
    isForViewers: false,
  },
  "GET databases/:databaseId/sql/background/:runId": { isForViewers: true },
  "POST databases/:databaseId/sql/background/:runId/cancel": { isForViewers: false },
  "POST databases/:databaseId/sql/cancel": { body: { runId: RUN_ID }, isForViewers: true },
  "GET databases/:databaseId/sql/built-ins": { isForViewers: true },
  "GET databases/:databaseId/sql/schema": { isForViewers: true },
  "POST databases/:databaseId/sql/understand": { body: { text: "DROP TABLE t" }, isForViewers: true },
  "GET databases/:databaseId/documents/export": { query: "?collection=kept", isForViewers: true },
  "POST databases/:databaseId/documents/import": {
    query: "?collection=kept",
    body: '{"n":1}\n',
    isForViewers: false,
  },
  "GET databases/:databaseId/activity/sessions": { isForViewers: true },
  "GET databases/:databaseId/tables/export": { query: `?options=${EXPORT}`, isForViewers: true },
  "POST databases/:databaseId/tables/import": {
    query: `?options=${IMPORT}`,
    body: "document\n{}\n",
    isForViewers: false,
  },
  "POST databases/:databaseId/restore-points/run": { body: { act: "create", name: "made here" }, isForViewers: false },
};

const handlers = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("/route.ts"))
  .flatMap((path) => {
    const pattern = patternOf(path.replace(/\/route\.ts$/, "")).replace("/:organisationId/", "");
    return methodsOf(readFileSync(`${FOLDER}/${path}`, "utf8")).map((method) => ({
      name: `${method} ${pattern}`,
      method,
      pattern,
      path,
    }));
  });

let service: HostingService;
let runtime: Runtime;
let organisation: TestOrganisation;
let other: TestOrganisation;
let databaseId: string;
let projectId: string;
let importId: string;
let bucketId: string;
let runId: string;

beforeAll(async () => {
  service = await openHostingService();
  runtime = createRuntime(
    readEnvironment({
      DATABASE_URL: service.controlUrl,
      COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
      COPPICE_URL: ORIGIN,
      LOG_LEVEL: "silent",
    }),
  );
  setRuntime(runtime);
  [organisation, other] = [await service.organisation(), await service.organisation()];
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  projectId = createId("project", random);
  await service.db.project.create({ data: { id: projectId, name: "shop", organisationId: organisation.id } });
  await service.db.organisation.update({ where: { id: organisation.id }, data: { functions: true } });
  const made = { createdAt: new Date(), updatedAt: new Date() };
  await service.db.projectFunction.create({
    data: { id: createId("function", random), projectId, name: FUNCTION, access: "public", ...made },
  });
  const owner = await service.context(organisation.member.owner);
  ({ id: importId } = await takeFile(owner, projectId, "{}\n"));
  await createCollection(owner, { databaseId, name: "kept" });
  ({ id: runId } = await startRun(owner, databaseId, "CREATE TABLE made_here (n int)"));
  ({ id: bucketId } = await createBucket(owner, { projectId, name: "kept" }));
});

afterAll(async () => {
  await runtime.close();
  await service.close();
});

const signIn = (of: TestOrganisation, role: Role) => signInAs(runtime, service.db, of.member[role].id);

interface Place {
  organisationId: string;
  databaseId: string;
}

async function ask(handler: (typeof handlers)[number], place: Place, headers: Record<string, string>) {
  const { query = "", body } = ASKS[handler.name] ?? { isForViewers: false };
  const module: Record<string, Handler> = await import(/* @vite-ignore */ join(process.cwd(), FOLDER, handler.path));
  const handle = module[handler.method];
  if (!handle) throw new Error(`${handler.path} has no ${handler.method}`);
  const named = { ...place, projectId, importId, bucketId, runId, name: FUNCTION, connectionId: CONNECTION_ID };
  const path = handler.pattern.replace(/:(\w+)/g, (_, name: keyof typeof named) => named[name]);
  const request = new Request(`${ORIGIN}/dashboard/${place.organisationId}/${path}${query}`, {
    method: handler.method,
    headers: { origin: ORIGIN, "content-type": "application/json", "x-request-id": "req_the-same", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await handle(request, { params: Promise.resolve(named) });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, text: await response.text(), retryAfter };
}

const here = () => ({ organisationId: organisation.id, databaseId });
const codeOf = ({ text }: { text: string }): unknown => /"code":"([a-z_]+)"/.exec(text)?.[1];

const EXPORTS = ["collection.export", "table.export", "project.export_events", "project.export_logs"];

/** Counts the rows that a handler might have made. */
async function traces() {
  const { db } = service;
  return {
    // An export leaves an entry, and viewers may export.
    auditEvents: await db.auditEvent.count({ where: { action: { notIn: EXPORTS } } }),
    statements: await db.statement.count(),
    restorePoints: await db.restorePoint.count(),
    dataChanges: await db.dataChange.count(),
    backgroundRuns: await db.backgroundRun.count({ where: { status: "queued", cancelledById: null } }),
  };
}

it("every handler of the dashboard is asked here", () => {
  expect(handlers.map(({ name }) => name).toSorted()).toEqual(Object.keys(ASKS).toSorted());
});

describe.each(handlers)("$name", (handler) => {
  it("AD-01: does nothing for a visitor without a session, or with one elsewhere", async () => {
    const before = await traces();
    const foreign = await sealDashboardSession("another secret of 32 characters or more", { sessionId: "ses_x" });
    const { cookie } = await signIn(organisation, "owner");
    const refused: [Record<string, string>, string][] = [
      [{}, "unauthorized"],
      [{ authorization: "Bearer mk_coppice_x" }, "unauthorized"],
      [{ cookie: `${dashboardCookieName(ORIGIN)}=${foreign}` }, "unauthorized"],
      [{ cookie: `${dashboardCookieName(ORIGIN)}=%` }, "unauthorized"],
      [{ cookie, origin: "http://evil.example" }, "foreign_origin"],
      [{ cookie, "sec-fetch-site": "same-site" }, "foreign_origin"],
    ];
    for (const [headers, code] of refused) {
      const answer = await ask(handler, here(), headers);
      expect([headers, codeOf(answer)]).toEqual([headers, code]);
    }
    expect(await traces()).toEqual(before);
  });

  it("TI-09: knows a stranger's organisation and database no more than one that does not exist", async () => {
    const before = await traces();
    const { cookie } = await signIn(other, "owner");
    const theirs = await ask(handler, here(), { cookie });
    const nowhere = { organisationId: createId("organisation", random), databaseId: NO_SUCH_DATABASE };
    expect(theirs).toEqual(await ask(handler, nowhere, { cookie }));
    expect([theirs.status, codeOf(theirs)]).toEqual([404, "not_found"]);
    if (handler.pattern.includes(":databaseId")) {
      const crossed = await ask(handler, { organisationId: other.id, databaseId }, { cookie });
      const unknown = await ask(handler, { organisationId: other.id, databaseId: NO_SUCH_DATABASE }, { cookie });
      expect(crossed).toEqual(unknown);
      expect(crossed.text).toMatch(/database_not_found|"isDone":false/);
    }
    expect(await traces()).toEqual(before);
  });

  it("TI-08: lets nobody in at the next request who was removed, signed out or banned", async () => {
    const team = await service.organisation();
    const place = { organisationId: team.id, databaseId: NO_SUCH_DATABASE };
    const codeFor = async (cookie: string) => codeOf(await ask(handler, place, { cookie }));
    const [developer, admin, viewer] = [
      await signIn(team, "developer"),
      await signIn(team, "admin"),
      await signIn(team, "viewer"),
    ];
    for (const { cookie } of [developer, admin, viewer]) {
      expect(["not_found", "unauthorized"]).not.toContain(await codeFor(cookie));
    }
    await service.db.member.delete({ where: { id: developer.memberId } });
    await service.db.session.delete({ where: { id: admin.sessionId } });
    await service.db.user.update({ where: { id: viewer.userId }, data: { bannedAt: new Date() } });
    expect(await codeFor(developer.cookie)).toBe("not_found");
    expect(await codeFor(admin.cookie)).toBe("unauthorized");
    expect(await codeFor(viewer.cookie)).toBe("unauthorized");
  });

  it("TI-08: lets who was made a viewer change nothing at the next request", async () => {
    const { cookie, memberId } = await signIn(organisation, "developer");
    await service.db.member.update({ where: { id: memberId }, data: { role: "viewer" } });
    const before = await traces();
    const answer = await ask(handler, here(), { cookie });
    await service.db.member.update({ where: { id: memberId }, data: { role: "developer" } });
    const { statements: _, ...changed } = await traces();
    expect(changed).toEqual((({ statements: __, ...rest }) => rest)(before));
    const isRefused = codeOf(answer) === "missing_permission" || answer.text.includes('"isDone":false');
    expect(isRefused).toBe(!(ASKS[handler.name]?.isForViewers ?? false));
  });
});

it("TI-08: a statement of a member who was made a viewer is refused, and only kept in history", async () => {
  const handler = handlers.find(({ name }) => name.endsWith("sql/run"));
  if (!handler) throw new Error("nothing runs SQL");
  const { cookie } = await signIn(organisation, "viewer");
  const answer = await ask(handler, here(), { cookie });
  expect(answer.text).toContain('"status":"failed"');
  const schema = handlers.find(({ name }) => name.endsWith("sql/schema"));
  expect((schema && (await ask(schema, here(), { cookie })))?.text).not.toContain("made_here");
});

describe("HT-15: requests are counted", () => {
  const use = (limit: RateLimit, key: string) =>
    Promise.all(Array.from({ length: limit.limit }, () => runtime.rateLimiter.consume(limit, `${limit.name}:${key}`)));

  async function twoMembers() {
    const team = await service.organisation();
    const place = { organisationId: team.id, databaseId: NO_SUCH_DATABASE };
    return { team, place, asking: await signIn(team, "developer"), another: await signIn(team, "owner") };
  }

  it.each(handlers)("of a member, and theirs alone: $name", async (handler) => {
    const { place, asking, another } = await twoMembers();
    await use(DASHBOARD_LIMITS.requests.member, asking.memberId);
    const refused = await ask(handler, place, { cookie: asking.cookie });
    expect([refused.status, codeOf(refused)]).toEqual([429, "rate_limited"]);
    expect(refused.retryAfter).toMatch(/^[1-9]\d?$/);
    expect(refused.text).toMatch(/At most 300 requests per 60 seconds\. Try again in \d+ s\./);
    expect((await ask(handler, place, { cookie: another.cookie })).status).not.toBe(429);
  });

  it.each(handlers)("of all members of an organisation: $name", async (handler) => {
    const { team, place, asking } = await twoMembers();
    await use(DASHBOARD_LIMITS.requests.organisation, team.id);
    const refused = await ask(handler, place, { cookie: asking.cookie });
    expect([refused.status, codeOf(refused)]).toEqual([429, "rate_limited"]);
    expect(refused.retryAfter).toMatch(/^[1-9]\d?$/);
    expect(refused.text).toMatch(/At most 1500 requests of an organisation per 60 seconds/);
    const { cookie } = await signIn(other, "owner");
    expect((await ask(handler, { ...place, organisationId: other.id }, { cookie })).status).not.toBe(429);
  });

  it("that read or run SQL have limits of their own", async () => {
    const { team, place, asking, another } = await twoMembers();
    const { sql } = DASHBOARD_LIMITS;
    await use(sql.member, asking.memberId);
    const statusesOf = (cookie: string) =>
      Promise.all(handlers.map(async (handler) => [handler.name, (await ask(handler, place, { cookie })).status]));
    const refusedOf = async (cookie: string) =>
      (await statusesOf(cookie)).filter(([, status]) => status === 429).map(([name]) => name);
    const counted = [
      "GET databases/:databaseId/tables/export",
      "POST databases/:databaseId/sql/background",
      "POST databases/:databaseId/sql/run",
      "POST databases/:databaseId/sql/understand",
      "POST databases/:databaseId/tables/import",
    ];
    expect((await refusedOf(asking.cookie)).toSorted()).toEqual(counted);
    expect(await refusedOf(another.cookie)).toEqual([]);
    await use(sql.organisation, team.id);
    expect((await refusedOf(another.cookie)).toSorted()).toEqual(counted);
  });
});
