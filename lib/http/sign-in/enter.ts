import type { Actor } from "@/lib/core/context";
import type { HeaderReader } from "@/lib/core/header-reader";
import { actorSubject, notePath, noteSubject } from "@/lib/core/request-subject";
import { PROJECT_ID_HEADER, PUBLIC_KEY_HEADER } from "@/lib/core/service";
import type { CookieKind } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { readOnlyHint, suspendedHint } from "@/lib/sign-in/pages/hints";
import { readSignedToken } from "@/lib/sign-in/sessions/bearer-token";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import type { SignInRouteDefinition } from "../definition";
import type { Exchange } from "../serve";
import { cookieName, readCookie, readSessionToken } from "./cookies";
import { findProject, readBearer } from "./find-project";

const MAX_USER_AGENT_LENGTH = 512;

/**
 * Makes the context of a request by a user of a project, once the project and the session are known. Throws
 * `INVALID_PUBLIC_KEY`, `INVALID_PROJECT` or `PROJECT_NOT_FOUND`.
 */
export async function enter(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  params: Record<string, string>,
): Promise<UserContext> {
  const { request, runtime, ctx } = exchange;
  const isInPath = definition.auth === "project-path";
  const projectId = isInPath ? (params.projectId ?? "") : (request.headers.get(PROJECT_ID_HEADER) ?? "");
  notePath(ctx, { projectId });
  const visitor = readVisitor(exchange, definition, projectId);
  const wantsSession = definition.signIn.session !== "none";
  const [{ project, actor }, found] = await Promise.all([
    findProject(ctx, definition.auth, request, projectId),
    wantsSession ? lookUpSession({ signIn: ctx.signIn, sessionToken: visitor.sessionToken }) : null,
  ]);
  if (actor.kind === "public-key") runtime.projectKeyUses.record(actor.id, ctx.clock.now(), ctx.clientAddress);
  const session = acceptSession({ project, clock: ctx.clock }, found, definition.signIn);
  noteSubject(ctx, { projectId: project.id, ...(session && { userId: session.user.id }), ...actorSubject(actor) });
  return { ...ctx, ...visitor, project, actor, session };
}

type Visitor = Omit<UserContext, "project" | "session" | Exclude<keyof Exchange["ctx"], "attempt">>;

/** Reads the facts that a request tells of its browser, whichever project it turns out to be for. */
export function readVisitor(
  { request: { headers }, ctx, arrivedAt }: Exchange,
  definition: SignInRouteDefinition,
  projectId: string,
): Visitor {
  return {
    userAgent: (headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
    acceptLanguage: headers.get("accept-language"),
    attempt: { arrivedAt, email: null, userId: null, isRecorded: false },
    ...readCredentials(ctx, definition, headers, projectId),
  };
}

type Credentials = Pick<UserContext, "isWithoutCookies" | "cookie" | "sessionToken">;

/** Reads who asks from the cookies or, for an app without them, from Authorization alone: never from both. */
function readCredentials(
  ctx: Exchange["ctx"],
  { auth }: SignInRouteDefinition,
  headers: HeaderReader,
  projectId: string,
): Credentials {
  // An app without cookies sends its public key in a header of its own, so that Authorization can carry its session.
  if (auth !== "public-key" || !headers.has(PUBLIC_KEY_HEADER)) {
    const cookies = headers.get("cookie");
    return {
      isWithoutCookies: false,
      cookie: (kind: CookieKind) => readCookie(cookies, cookieName(kind, projectId, ctx.baseUrl)),
      sessionToken: readSessionToken(cookies, projectId, ctx.baseUrl),
    };
  }
  const bearer = readBearer(headers);
  return {
    isWithoutCookies: true,
    // While a second factor is due, the app keeps the challenge in place of a session.
    cookie: (kind: CookieKind) => (kind === "two-factor" ? bearer : null),
    sessionToken: bearer === null ? null : readSignedToken(ctx, projectId, bearer),
  };
}

/** Throws `READ_ONLY_KEY` or `PROJECT_SUSPENDED` for a request that would change something. */
export function requireWritable(
  { auth, signIn }: SignInRouteDefinition,
  { project, actor }: UserContext,
  method: string,
): void {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && !signIn.isLogin) return;
  if (isReadOnly(auth, actor)) throw new SignInError("READ_ONLY_KEY", { hint: readOnlyHint(project) });
  if (project.status !== "active" && !signIn.worksWhileSuspended) {
    throw new SignInError("PROJECT_SUSPENDED", { hint: suspendedHint(project) });
  }
}

/** A header that names the project alone proves nothing, so it lets its sender read. */
const isReadOnly = (auth: SignInRouteDefinition["auth"], actor: Actor): boolean =>
  auth === "project-header" || (actor.kind === "public-key" && actor.scope === "read");
