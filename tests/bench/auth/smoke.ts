import assert from "node:assert/strict";
import { createLocalJWKSet, jwtVerify } from "jose";
import type { LoadRequest } from "../load-job";
import { emailOf, PASSWORD, readsOf, SESSIONS_PER_USER, type Subject, signIn } from "./subject";

/** Every route that is measured answers as it should before anything is measured. Throws where one does not. */
export async function requireCorrect(subject: Subject): Promise<void> {
  const session = SESSIONS_PER_USER * subject.users - 1;
  const cookie = { cookie: subject.cookieOf(session) };
  const headers = { ...subject.headers, ...cookie };
  const email = emailOf(subject.users - 1);
  const ask = (read: string) => answerOf(subject, { path: `${subject.path}/${read}`, headers });
  const found = await ask("get-session");
  assert.equal(found.user.email, email);
  assert.equal(found.session.userId, found.user.id);
  const stranger = { ...headers, cookie: subject.cookieOf(session + 1) };
  assert.equal(await answerOf(subject, { path: `${subject.path}/get-session`, headers: stranger }), null);
  const { token } = await ask("token");
  const { payload } = await jwtVerify(token, createLocalJWKSet(await ask("jwks")));
  assert.equal(payload.sub, found.user.id);
  const signedIn = await answerOf(subject, signIn(subject, email, PASSWORD));
  assert.equal(signedIn.user.id, found.user.id);
  const refused = await fetchOf(subject, signIn(subject, email, "not the password"));
  assert.equal(refused.status, 401);
  for (const read of ["get-session", "token", "jwks"] as const) {
    const [request] = readsOf(subject, read);
    assert.ok(request);
    assert.ok((await (await fetchOf(subject, request)).text()).includes(request.expected ?? ""));
  }
}

function fetchOf(subject: Subject, { path, method = "GET", headers = {}, body }: LoadRequest): Promise<Response> {
  return fetch(subject.url + path, { method, headers, ...(body !== undefined && { body }) });
}

async function answerOf(subject: Subject, request: LoadRequest) {
  const response = await fetchOf(subject, request);
  const text = await response.text();
  assert.equal(response.status, 200, `${subject.name} answered ${request.path} with ${response.status}: ${text}`);
  return JSON.parse(text);
}
