import { expect } from "vitest";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { SIGN_IN_ERRORS, type SignInErrorCode } from "@/lib/sign-in/errors";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { createProject } from "@/lib/sign-in/projects/create";
import {
  type Answer,
  createTestOrganisation,
  type Lane,
  type LaneOrganisation,
  laneContext,
  usedSecrets,
} from "./lanes";
import { expectSignInPromised, routeOf } from "./route-promises";

export const APP_ORIGIN = "https://app.example.com";
export const PASSWORD = "correct horse battery staple";

/** Above the requests of a test file, so that only the tests of limits meet one. */
const WIDE_LIMITS = {
  signInPerAddress: { limit: 10_000, windowSeconds: 60 },
  signUpPerAddress: { limit: 10_000, windowSeconds: 60 },
  passkeyStartPerAddress: { limit: 10_000, windowSeconds: 60 },
  ssoPerAddress: { limit: 10_000, windowSeconds: 60 },
  secondFactorPerAddress: { limit: 10_000, windowSeconds: 60 },
  mailPerAddress: { limit: 10_000, windowSeconds: 60 },
  mailInterval: { limit: 10_000, windowSeconds: 60 },
  mailPerMailbox: { limit: 10_000, windowSeconds: 60 },
};

export interface SignInProject {
  id: string;
  organisationId: string;
  publicKey: string;
  readKey: string;
}

/** A project of its own for a test, with one allowed origin and wide limits. */
export async function createSignInProject(
  settings: Record<string, unknown> = {},
  organisation?: LaneOrganisation,
): Promise<SignInProject> {
  const ctx = await laneContext();
  const { organisationId } = organisation ?? (await createTestOrganisation());
  const name = `App ${ctx.random.bytes(6).join("")}`;
  const all = { allowedOrigins: [APP_ORIGIN], limits: WIDE_LIMITS, ...settings };
  const { id } = await createProject(ctx, { organisationId, name, settings: all });
  const make = async (scope: "read" | "read-write") => {
    const { secret } = await createPublicKey(ctx, {
      organisationId,
      projectId: id,
      name: scope,
      scope,
      expiresAt: null,
    });
    return secret;
  };
  return { id, organisationId, publicKey: await make("read-write"), readKey: await make("read") };
}

/** The secret of a new server key of the project. */
export async function createSignInServerKey(
  { id: projectId, organisationId }: Pick<SignInProject, "id" | "organisationId">,
  scope: ServerKeyScope = "read-write",
): Promise<string> {
  const input = { organisationId, projectId, name: scope, scope, expiresAt: null };
  const { secret } = await createServerKey(await laneContext(), input);
  usedSecrets.add(secret);
  return secret;
}

export interface AuthRequest {
  body?: unknown;
  /** `null` sends none. */
  origin?: string | null;
  cookie?: string | null;
  headers?: Record<string, string>;
  key?: string | null;
}

/** Asks as a page of the app does, and holds every answer against the route's own definition. */
export async function askAuth(
  lane: Lane,
  project: SignInProject,
  method: string,
  path: string,
  options: AuthRequest = {},
): Promise<Answer> {
  const headers = new Headers({ "x-coppice-project-id": project.id });
  const { key = project.publicKey, origin = APP_ORIGIN, cookie = null, body } = options;
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  if (origin !== null) headers.set("origin", origin);
  if (cookie !== null) headers.set("cookie", cookie);
  if (body !== undefined) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const url = `${lane.baseUrl}/v1/auth-tenant${path}`;
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, json: parse(text) };
  const route = routeOf(method, `/v1/auth-tenant${path}`);
  if (route && method !== "OPTIONS") expectSignInPromised(route, answer);
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function expectAuthRefusal(
  answer: Answer,
  code: SignInErrorCode,
  status: number = SIGN_IN_ERRORS[code].status,
): void {
  expect.soft({ status: answer.status, code: answer.json?.code }).toEqual({ status, code });
  const { hint, error, error_description, ...body } = answer.json;
  expect(Object.keys(body)).toEqual(["code", "message"]);
  // The routes of devices say it in the words of OAuth, too.
  expect([typeof error, error_description]).toEqual(
    error === undefined ? ["undefined", undefined] : ["string", body.message],
  );
  if (hint !== undefined) expect(hint).toMatch(/\w/);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toContain("no-store");
}

/** `name=value` of the session cookie the answer sets, as a browser would send it back; `null` when it deletes it. */
export function cookieOf(answer: Answer): string | null {
  // A sign-in also sets the cookie of a known browser, which opens nothing.
  const cookies = answer.headers.getSetCookie().filter((cookie) => !/^(__Host-)?coppice_known_/.test(cookie));
  const [cookie, ...others] = cookies;
  if (cookie === undefined || others.length > 0) throw new Error(`${cookies.length} cookies`);
  const [pair = ""] = cookie.split(";", 1);
  const value = pair.slice(pair.indexOf("=") + 1);
  if (value === "") return null;
  usedSecrets.add(value);
  return pair;
}

let count = 0;

export function newEmail(): string {
  count += 1;
  return `user${count}-${process.pid}-${Date.now()}@example.com`;
}

/** A new user of the project with the cookie of their session. */
export async function signUp(lane: Lane, project: SignInProject, email = newEmail()) {
  usedSecrets.add(PASSWORD);
  const body = { name: "Ada", email, password: PASSWORD };
  const answer = await askAuth(lane, project, "POST", "/sign-up/email", { body });
  expect(answer.status).toBe(200);
  const cookie = cookieOf(answer);
  if (cookie === null) throw new Error("the sign-up set no cookie");
  return { email, cookie, user: answer.json.user, token: answer.json.token as string };
}
