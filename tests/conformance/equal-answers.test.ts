import { beforeAll, describe, expect, it } from "vitest";
import { comparable } from "@/tests/support/comparable-answers";
import {
  type Answer,
  ask,
  createReadyDatabase,
  createTestOrganisation,
  type Lane,
  type LaneOrganisation,
  lane,
  nextLane,
} from "@/tests/support/lanes";
import { createSignInProject, createSignInServerKey, type SignInProject } from "@/tests/support/sign-in-lanes";

const DATABASES = "/api/v1/databases";
const UNKNOWN = `${DATABASES}/db_${"0".repeat(20)}`;
const USERS = "/v1/projects/{project}/users";
const UNKNOWN_USER = `usr_${"0".repeat(20)}`;

interface Case {
  method: string;
  /** `{id}` is a database that is ready, of the organisation that asks; `{project}` is a project of the server key. */
  path: string;
  key?: "server" | "developer" | "viewer" | "read-only" | "one database" | "without flag" | "stranger" | "unknown";
  body?: unknown;
  headers?: Record<string, string>;
}

const json = (body: unknown, key: Case["key"] = "developer"): Case => ({ method: "POST", path: DATABASES, key, body });
const get = (path: string, key?: Case["key"], headers?: Record<string, string>): Case => ({
  method: "GET",
  path,
  ...(key ? { key } : {}),
  ...(headers ? { headers } : {}),
});

const cases: Case[] = [
  ...["/info", "/ready", "/openapi.json", "/.well-known/security.txt", "/packages"].map((path) => get(path)),
  ...["/info", "/ready", "/metrics", "/openapi.json"].map((path) => ({ method: "POST", path })),
  ...["/info", "/ready", "/metrics", "/.well-known/security.txt", "/packages/coppice-auth.tgz"].map((path) => ({
    method: "HEAD",
    path,
  })),
  get("/packages/coppice-auth.tgz?a=1"),
  get("/packages/nothing"),
  ...["/api/", "/api/v1", "/api/v1/", "/api/v2/databases", "/v1/", "/v1/auth-tenant/jwks"].map((path) => get(path)),
  ...["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].map((method) => ({ method, path: DATABASES })),
  ...["GET", "PUT", "OPTIONS"].map((method) => ({ method, path: `${UNKNOWN}/rotate-credential` })),
  get(DATABASES),
  get(DATABASES, "unknown"),
  get(DATABASES, "developer"),
  get(DATABASES, "viewer"),
  get(DATABASES, "read-only"),
  get(DATABASES, "without flag"),
  get(DATABASES, "one database"),
  get(`${DATABASES}/`, "developer"),
  get(`${DATABASES}?a=1`, "developer"),
  get(DATABASES, "developer", { "X-Request-Id": "req_of-the-caller" }),
  get(DATABASES, "developer", { Accept: "text/html" }),
  get(DATABASES, "developer", { Origin: "https://evil.example", Cookie: "a=b" }),
  { method: "HEAD", path: DATABASES, key: "developer" },
  get(`${DATABASES}/{id}`, "developer"),
  get(`${DATABASES}/{id}`, "stranger"),
  get(`${DATABASES}/{id}/`, "developer"),
  get(UNKNOWN, "developer"),
  get(`${DATABASES}/x`, "developer"),
  get(`${DATABASES}/%00`, "developer"),
  get(`${DATABASES}/{id}/branches`, "developer"),
  get(`${DATABASES}/{id}/connection-string`, "read-only"),
  get(`${DATABASES}/{id}/connection-string`, "viewer"),
  get(`${DATABASES}/{id}/nothing`, "developer"),
  json({ name: "orders" }),
  json({ name: "orders" }),
  json({ name: "" }),
  json({ name: "a", plan: "team" }),
  json("{"),
  json(""),
  json({}),
  json({ name: "x".repeat(9_000) }),
  json({ name: "a" }, "viewer"),
  json({ name: "a" }, "read-only"),
  json({ name: "a" }, "without flag"),
  json({ name: "a" }, "one database"),
  { ...json({ name: "a" }), headers: { "Content-Type": "text/plain" } },
  { ...json({ name: "idempotent" }), headers: { "Idempotency-Key": "k" } },
  { ...json({ name: "idempotent" }), headers: { "Idempotency-Key": '"k"' } },
  { ...json({ name: "other" }), headers: { "Idempotency-Key": "k" } },
  { ...json({ name: "other" }), headers: { "Idempotency-Key": "a b" } },
  { method: "POST", path: `${DATABASES}/{id}/branches`, key: "developer", body: { name: "b" } },
  { method: "POST", path: `${DATABASES}/{id}/branches`, key: "developer", body: { name: "b" } },
  { method: "POST", path: `${UNKNOWN}/branches`, key: "developer", body: { name: "c" } },
  get("/v1/databases/{id}/restores", "developer"),
  get("/v1/databases/{id}/restores", "stranger"),
  { method: "POST", path: "/v1/databases/{id}/restores", key: "developer", body: { at: "now", name: "b" } },
  { method: "POST", path: `${DATABASES}/{id}/rotate-credential`, key: "developer" },
  { method: "POST", path: `${UNKNOWN}/rotate-credential`, key: "developer" },
  { method: "DELETE", path: UNKNOWN, key: "developer" },
  { method: "DELETE", path: `${DATABASES}/{id}`, key: "stranger" },
  { method: "DELETE", path: `${DATABASES}/{id}`, key: "developer" },
  { method: "DELETE", path: `${DATABASES}/{id}`, key: "developer" },
  get(USERS),
  get(USERS, "developer"),
  get(USERS, "server", { Origin: "https://app.example.com" }),
  ...["", "?limit=1", "?limit=0", "?limit=1&limit=1", "?colour=red", "?search=%25", "?before=x", "/x"].map((more) =>
    get(`${USERS}${more}`, "server"),
  ),
  ...["", "/sessions", "/nothing"].map((more) => get(`${USERS}/${UNKNOWN_USER}${more}`, "server")),
  ...[{ email: "ada@example.com" }, { email: "ADA@example.com" }, { email: "x" }, {}, "{"].map(
    (body): Case => ({ method: "POST", path: USERS, key: "server", body }),
  ),
  get(`${USERS}?search=ada`, "server"),
  ...[{ name: "Ada" }, {}].map(
    (body): Case => ({ method: "PATCH", path: `${USERS}/${UNKNOWN_USER}`, key: "server", body }),
  ),
  ...["", "/sessions", "/two-factor"].map(
    (more): Case => ({ method: "DELETE", path: `${USERS}/${UNKNOWN_USER}${more}`, key: "server" }),
  ),
  { method: "PUT", path: `${USERS}/${UNKNOWN_USER}`, key: "server" },
];

interface Caller {
  lane: Lane;
  organisation: LaneOrganisation;
  without: LaneOrganisation;
  stranger: LaneOrganisation;
  id: string;
  project: SignInProject;
}

/** The plain lane first. */
const callers: Caller[] = [];

beforeAll(async () => {
  for (const each of [lane, await nextLane()]) {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(each, organisation, "first");
    callers.push({
      lane: each,
      organisation,
      id,
      without: await createTestOrganisation({ managementApi: false }),
      stranger: await createTestOrganisation(),
      project: await createSignInProject(),
    });
  }
});

function keyFor(
  { organisation, without, stranger, id, project }: Caller,
  kind: NonNullable<Case["key"]>,
): Promise<string> | string {
  switch (kind) {
    case "server":
      return createSignInServerKey(project);
    case "unknown":
      return "mk_coppice_nobody";
    case "stranger":
      return stranger.key();
    case "without flag":
      return without.key();
    case "one database":
      return organisation.key({ databaseId: id });
    case "read-only":
      return organisation.key({ readOnly: true });
    default:
      return organisation.key({ role: kind });
  }
}

/** Each request has a key of its own, so that counts do not run out; a repeated Idempotency-Key needs the same one. */
const kept = new Map<string, string>();

async function askAs(index: number, { method, path, key, body, headers }: Case): Promise<Answer> {
  const caller = callers[index];
  if (!caller) throw new Error("there are two lanes");
  const name = `${index} ${headers?.["Idempotency-Key"] ? "idempotent" : `${method} ${path} ${Math.random()}`}`;
  const secret = key && (kept.get(name) ?? (await keyFor(caller, key)));
  if (secret) kept.set(name, secret);
  const options = {
    ...(secret ? { key: secret } : {}),
    ...(body === undefined ? {} : { body }),
    ...(headers && { headers }),
  };
  return ask(caller.lane, method, path.replace("{id}", caller.id).replace("{project}", caller.project.id), options);
}

describe("both lanes", () => {
  it("are asked at least 60 things", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((request) => ({ ...request, title: titleOf(request) })))("answer $title alike", async (request) => {
    const [byApi, byNext] = [await askAs(0, request), await askAs(1, request)];
    expect(comparable(byNext)).toEqual(comparable(byApi));
    expect(byApi.status).toBeLessThan(500);
  });
});

function titleOf({ method, path, key, body, headers }: Case): string {
  const parts = [
    method,
    path.replace(/(db|usr)_0+/, "(unknown)"),
    key && `(${key})`,
    headers && JSON.stringify(headers),
  ];
  return [...parts, body !== undefined && JSON.stringify(body).slice(0, 40)].filter(Boolean).join(" ");
}
