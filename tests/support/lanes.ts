import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, inject, vi } from "vitest";
import type { Role } from "@/lib/core/access/permissions";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { createDatabaseClient } from "@/lib/core/db/client";
import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import { ChangeFile } from "@/lib/infra/change-file";
import { systemClock } from "@/lib/infra/system";
import { createKey } from "@/lib/people/api-keys/create";
import type { ServiceContext } from "@/lib/runtime";
import { insertMember, lookupsOn, makeContext, random } from "./context";
import { fetchFrom } from "./fetch-from";
import type { FurtherLaneName } from "./further-lanes";
import { expectPromised, routeOf } from "./route-promises";
import { usedSecrets } from "./used-secrets";

/** One way into the running service. */
export interface Lane {
  name: string;
  baseUrl: string;
}

export interface LaneFacts {
  lane: Lane;
  /** The address at which workers ask for the lanes that start at the first request for them. */
  furtherLanes: string;
  databaseUrl: string;
  /** Has the mark of changes that all processes on the control database share. */
  changeFile: string;
  secretKeys: string;
  /** The origin that the service believes to be its own. */
  publicUrl: string;
  /** Everything that the lanes, the worker and the PostgreSQL servers have written. */
  logFiles: string[];
}

export { usedSecrets };

const facts = inject("laneFacts");

/** The service as `npm start` runs it. */
export const lane = facts.lane;

/** Returns another process of the service on the same databases, for state that one process must know of another. */
export const anotherProcess = () => furtherLane("another");

/** Returns the routes as `next start` serves them on the same databases: second-lane.test.ts has the requests to it. */
export const nextLane = () => furtherLane("next");

async function furtherLane(name: FurtherLaneName): Promise<Lane> {
  const response = await fetch(`${facts.furtherLanes}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Lane;
}

export const publicUrl = facts.publicUrl;

/** The variables that a further process of the service needs to serve the same databases. */
export const laneVariables = {
  DATABASE_URL: facts.databaseUrl,
  COPPICE_CHANGE_FILE: facts.changeFile,
  COPPICE_SECRET_KEYS: facts.secretKeys,
  COPPICE_URL: facts.publicUrl,
};

export const readLogs = () => facts.logFiles.map((file) => readFileSync(file, "utf8")).join("\n");

let shared: Promise<ServiceContext> | null = null;

/** The operator's context on the control database of the lanes. */
export function laneContext(): Promise<ServiceContext> {
  shared ??= makeLaneContext();
  return shared;
}

async function makeLaneContext(): Promise<ServiceContext> {
  const pool = new pg.Pool({ connectionString: facts.databaseUrl, max: 4, allowExitOnIdle: true });
  const rethrow = (error: Error) => {
    throw error;
  };
  const db = createDatabaseClient(pool, rethrow, new ChangeFile(facts.changeFile));
  const sealer = new SecretSealer(parseKeyRing(facts.secretKeys), random);
  return { ...(await makeContext({ sealer, clock: systemClock })), db, ...lookupsOn(db) };
}

interface KeyOptions {
  role?: Role;
  readOnly?: boolean;
  databaseId?: string;
  expiresAt?: Date;
}

export interface LaneOrganisation {
  organisationId: string;
  memberIds: Record<Role, string>;
  /** The bearer secret of a new key, read-write and organisation-wide unless told otherwise; its counts are its own. */
  key(options?: KeyOptions): Promise<string>;
}

/** An organisation of its own for a test, with one member of each role. */
export async function createTestOrganisation(
  options: { managementApi?: boolean; plan?: Plan } = {},
): Promise<LaneOrganisation> {
  const ctx = await laneContext();
  const organisationId = createId("organisation", random);
  const { managementApi = true, plan = "team" } = options;
  await ctx.db.organisation.create({
    data: { id: organisationId, name: "Test", plan, managementApi, functions: true },
  });
  const memberIds = {} as Record<Role, string>;
  for (const role of ["owner", "admin", "developer", "viewer"] as const) {
    const email = `${role}@${organisationId}.example`;
    memberIds[role] = await insertMember(ctx.db, { organisationId, email, role });
  }
  const key = async ({ role = "developer", readOnly = false, databaseId, expiresAt }: KeyOptions = {}) => {
    const input = { organisationId, memberId: memberIds[role], name: "test", readOnly };
    const data = { ...input, databaseId: databaseId ?? null, expiresAt: expiresAt ?? null };
    const { secret } = await createKey(ctx, data);
    usedSecrets.add(secret);
    return secret;
  };
  return { organisationId, memberIds, key };
}

interface RequestOptions {
  key?: string;
  /** Sent as JSON, unless it is text or bytes already. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's own address, of 127.0.0.0/8, so that it shares no rate limit with the other tests of a run. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: every shape is checked by the test that reads it
  json: any;
}

/** Asks, and holds every answer of a route against the route's own definition. */
export async function ask(lane: Lane, method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.key !== undefined) headers.set("Authorization", `Bearer ${options.key}`);
  const { body } = options;
  if (body !== undefined && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const sent = body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) };
  const init = { method, headers, redirect: "manual" as const, ...sent };
  const { from } = options;
  const response = await (from === undefined
    ? fetch(lane.baseUrl + path, init)
    : fetchFrom(from, lane.baseUrl + path, init));
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, json: parseJson(text) };
  const route = routeOf(method, path);
  if (route) expectPromised(route, answer);
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The whole envelope, field by field, and the headers that every refusal carries. */
export function expectRefusal(answer: Answer, code: ErrorCode, { isPostgres = false } = {}): void {
  const { status, retryable } = ERRORS[code];
  expect.soft({ status: answer.status, code: answer.json?.error?.code }).toEqual({ status, code });
  const requestId = answer.headers.get("x-request-id");
  const { details, ...error } = answer.json.error;
  expect(error).toEqual({
    ...{ code, message: expect.any(String), retryable, requestId },
    docsUrl: `${publicUrl}/docs/errors#${code}`,
  });
  const { error: _, ...beside } = answer.json;
  const sqlState = expect.stringMatching(/^[0-9A-Z]{5}$/);
  if (!isPostgres) expect(beside).toEqual({});
  else expect(beside).toMatchObject({ message: error.message, severity: "ERROR", code: sqlState });
  if (details !== undefined) {
    expect(details).not.toEqual([]);
    for (const detail of details) expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) });
  }
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

export interface MadeDatabase {
  id: string;
  name: string;
  connectionString: string;
}

/** A database that is ready, made through the API with a key that nothing else counts against. */
export async function createReadyDatabase(
  lane: Lane,
  organisation: LaneOrganisation,
  name?: string,
): Promise<MadeDatabase> {
  const body = { name: name ?? createId("database", random).slice(3) };
  const key = await organisation.key();
  const created = await ask(lane, "POST", "/api/v1/databases", { key, body });
  expect(created.status).toBe(201);
  await untilReadyRow(created.json.id);
  const revealed = await ask(lane, "GET", `/api/v1/databases/${created.json.id}/connection-string`, { key });
  expect(revealed.status).toBe(200);
  usedSecrets.add(passwordOf(revealed.json.connectionString));
  return { id: created.json.id, name: body.name, connectionString: revealed.json.connectionString };
}

/** Asks the control database, since asking the API would count against the key. */
export async function untilReadyRow(databaseId: string): Promise<void> {
  const { db } = await laneContext();
  const isReady = async () => {
    const row = await db.database.findUnique({ where: { id: databaseId }, select: { status: true } });
    if (row?.status !== "ready") throw new Error(`${databaseId} is ${row?.status ?? "gone"}`);
  };
  await vi.waitFor(isReady, { interval: 20, timeout: 60_000 });
}

export const passwordOf = (connectionString: string) => new URL(connectionString).password;

/** One query with the connection string, as a customer's program would run it. */
export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
