import { createHash } from "node:crypto";
import type { LoadRequest } from "../load-job";

/** One side of the comparison: a running service with users who have a password and sessions. */
export interface Subject {
  name: string;
  /** Without a slash at the end. */
  url: string;
  /** The headers that clients send besides cookie and body. */
  headers: Record<string, string>;
  /** The path on which the wire is mounted. */
  path: string;
  /** The cookie of the session with this number, counted from 0 over all users. */
  cookieOf(session: number): string;
  users: number;
}

export const APP_ORIGIN = "https://app.example.com";
/** The public origin of every subject: cookies are those of https. */
export const PUBLIC_URL = "https://auth.example.com";
export const PASSWORD = "correct horse battery staple";
export const SESSIONS_PER_USER = 3;

export const emailOf = (user: number) => `user${user}@example.com`;

/** So many different requests are sent, for sessions that lie evenly among all. */
const VARIETY = 3_000;

export type Read = "get-session" | "token" | "jwks";

/** Requests to one of the hot routes, each for another session and checked to answer for its user. */
export function readsOf(subject: Subject, read: Read): LoadRequest[] {
  const sessions = subject.users * SESSIONS_PER_USER;
  const count = Math.min(VARIETY, sessions);
  return Array.from({ length: count }, (_, i) => {
    const session = Math.floor((i * sessions) / count);
    const user = Math.floor(session / SESSIONS_PER_USER);
    const cookie: Record<string, string> = read === "jwks" ? {} : { cookie: subject.cookieOf(session) };
    const expected = { "get-session": `"email":"${emailOf(user)}"`, token: '{"token":"ey', jwks: '"kty":"OKP"' }[read];
    return { path: `${subject.path}/${read}`, headers: { ...subject.headers, ...cookie }, expected };
  });
}

/** Sign-ins with the right password, of one user after the other. */
export function signInsOf(subject: Subject, count = subject.users): LoadRequest[] {
  return Array.from({ length: count }, (_, i) => {
    const email = emailOf(i % subject.users);
    return { ...signIn(subject, email, PASSWORD), expected: `"email":"${email}"` };
  });
}

export function signIn(subject: Subject, email: string, password: string): LoadRequest & { body: string } {
  return {
    path: `${subject.path}/sign-in/email`,
    method: "POST",
    headers: { ...subject.headers, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  };
}

/** The token of a seeded session; SQL makes the same: see `TOKEN`. */
export function tokenOf(seed: string, session: number, length: number): string {
  return createHash("sha256").update(`${seed}:${session}`).digest("hex").slice(0, length);
}

/** SQL of `tokenOf` for session `n`. */
export const TOKEN = (seed: string, length: number) =>
  `left(encode(sha256(convert_to('${seed}:' || n, 'UTF8')), 'hex'), ${length})`;

/** SQL of an id that looks as random as those of the subjects, of `[0-9a-f]`. */
export const ID = (seed: string, kind: string, number: string, length: number) =>
  `left(md5('${seed}${kind}' || ${number}), ${length})`;
