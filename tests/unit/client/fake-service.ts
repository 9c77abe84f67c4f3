import { createServiceAuth, type ServiceAuthOptions } from "@coppice/auth";

export const PROJECT_ID = "p_4k9x2m7q1w8e5r3t6y0u";
export const PUBLIC_KEY = "pk_coppice_auth_test";
export const API_ORIGIN = "https://id.example.com";

export interface SeenRequest {
  method: string;
  url: string;
  path: string;
  headers: Headers;
  body: unknown;
}

type Reply = Response | Promise<Response> | Error;

/** Answers at the network's edge as the wire does, and keeps the requests. A path without an answer fails the test. */
export function fakeService(answers: Record<string, (request: SeenRequest) => Reply>) {
  const seen: SeenRequest[] = [];
  const send: typeof fetch = async (input, init = {}) => {
    const url = String(input);
    const { pathname, search } = new URL(url, API_ORIGIN);
    const path = pathname.replace("/v1/auth-tenant", "") + search;
    const headers = new Headers(init.headers);
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const request = { method: init.method ?? "GET", url, path, headers, body };
    seen.push(request);
    const answer = answers[`${request.method} ${path}`];
    if (!answer) throw new Error(`nothing answers ${request.method} ${path}`);
    const reply = await answer(request);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const connect = (options: Partial<ServiceAuthOptions> = {}) =>
    createServiceAuth({
      projectId: PROJECT_ID,
      publicKey: PUBLIC_KEY,
      apiOrigin: API_ORIGIN,
      fetch: send,
      ...options,
    });
  return { seen, send, connect };
}

export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export function refusal(code: string, status = 400, headers: Record<string, string> = {}): Response {
  return answer({ code, message: `refused as ${code}` }, status, headers);
}

export const USER = {
  id: "usr_4k9x2m7q1w8e5r3t6y0u",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: true,
  image: null,
  twoFactorEnabled: false,
  createdAt: "2026-01-01T12:00:00.000Z",
  updatedAt: "2026-01-01T12:00:00.000Z",
};

export const SESSION = {
  id: "ses_4k9x2m7q1w8e5r3t6y0u",
  token: "ses_4k9x2m7q1w8e5r3t6y0u",
  userId: USER.id,
  expiresAt: "2026-01-08T12:00:00.000Z",
  createdAt: "2026-01-01T12:00:00.000Z",
  updatedAt: "2026-01-01T12:00:00.000Z",
  ipAddress: "192.0.2.1",
  userAgent: "Mozilla/5.0",
  activeOrganizationId: null,
};
