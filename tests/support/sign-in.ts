import { expect } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import type { AuthContext, SignedInContext } from "@/lib/sign-in/context";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { acceptSession, lookUpSession, prolongSession } from "@/lib/sign-in/sessions/find-active";
import type { User } from "@/lib/sign-in/users/resource";
import { createOrganisation, makeContext } from "./context";
import { insertProject } from "./projects";

export const PASSWORD = "correct horse battery staple";

/** A context of a request to a project of its own, without a cookie. */
export async function makeAuthContext(
  options: Parameters<typeof makeContext>[0] & { settings?: unknown } = {},
): Promise<AuthContext & ServiceContext> {
  const { settings, ...rest } = options;
  const project = await insertProject(await createOrganisation(), { settings });
  const ctx = await makeContext({ actor: { kind: "anonymous", id: "anonymous" }, ...rest });
  return {
    ...ctx,
    tenant: { id: project.id, name: project.name, status: project.status, settings: project.settings },
    userAgent: "test",
    acceptLanguage: null,
    cookieHeader: null,
    sessionToken: null,
    session: null,
    reply: newReply(),
  };
}

export function newReply(): AuthContext["reply"] {
  return { headers: new Headers(), cookie: undefined, setCookies: [], redirect: null };
}

/** What a browser sends after these Set-Cookie fields: the cookie of flows and trusted devices, not the session's. */
function keepCookies(header: string | null, fields: readonly string[]): string | null {
  const jar = new Map((header ?? "").split("; ").map((pair) => [pair.split("=", 1)[0] ?? "", pair]));
  for (const field of fields) {
    const [pair = ""] = field.split(";", 1);
    const name = pair.slice(0, pair.indexOf("="));
    if (/max-age=0(;|$)/i.test(field)) jar.delete(name);
    else jar.set(name, pair);
  }
  jar.delete("");
  return jar.size === 0 ? null : [...jar.values()].join("; ");
}

/** The next request of the same browser: it sends the cookie that the last answer set. */
export async function nextRequest<Request extends AuthContext>(ctx: Request): Promise<Request> {
  const { cookie } = ctx.reply;
  const sessionToken = cookie === undefined ? ctx.sessionToken : (cookie?.token ?? null);
  const cookieHeader = keepCookies(ctx.cookieHeader, ctx.reply.setCookies);
  const next: Request = { ...ctx, cookieHeader, sessionToken, session: null, reply: newReply() };
  const session = acceptSession(next, await lookUpSession(next));
  return { ...next, session: session && (await prolongSession(next, session)) };
}

/** The same, of a browser that must be signed in. */
export async function signedInRequest(ctx: AuthContext): Promise<SignedInContext> {
  const next = await nextRequest(ctx);
  const { session } = next;
  if (session === null) throw new Error("nobody is signed in");
  return { ...next, session };
}

/** Another browser on another machine. */
export function otherBrowser<Request extends AuthContext>(ctx: Request, clientAddress = "198.51.100.7"): Request {
  return {
    ...ctx,
    clientAddress,
    cookieHeader: null,
    sessionToken: null,
    session: null,
    reply: newReply(),
  };
}

let count = 0;

export function newEmail(): string {
  count += 1;
  return `user${count}-${process.pid}@example.com`;
}

/** A new user, signed in by this request's browser. */
export async function signUp(ctx: AuthContext, email = newEmail(), password = PASSWORD): Promise<User> {
  const { user } = await signUpWithPassword(ctx, { name: "Ada", email, password });
  return user;
}

export async function expectAuthError(promise: Promise<unknown>, code: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name: "AuthError", code });
}

/** The project's security events, as kind, outcome and reason, sorted. */
export async function eventsOf(ctx: AuthContext): Promise<string[]> {
  const rows = await ctx.db.securityEvent.findMany({ where: { projectId: ctx.tenant.id } });
  return rows.map(({ kind, outcome, reason }) => [kind, outcome, reason ?? []].flat().join(" ")).sort();
}
