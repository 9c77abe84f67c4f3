import type { Changes } from "./changes";
import type { Answer, AuthChange, Connection } from "./connection";
import { fail } from "./failure";
import type { Result, Session } from "./result";
import { onReturnToPage } from "./return-to-page";
import { shared } from "./shared";
import { type SignOutOptions, signOut } from "./sign-out";
import type { SessionRecord, User } from "./wire";

/** The methods that read and end the session of this browser. */
export interface SessionMethods {
  /** Reads the session from the service. Calls made at the same time share one request. */
  getSession(): Promise<Session>;
  /** Returns the signed-in user: `null` without one, and `undefined` when the service could not be asked. */
  getUser(): Promise<User | null | undefined>;
  /**
   * Returns a JWT for the app's own server. The client caches it until shortly before it expires, and no longer than
   * its session is there.
   */
  getToken(): Promise<Result<{ token: string }>>;
  /**
   * Ends the session of this browser. In an app with a session of its own the browser then leaves for the service, where
   * it has a session too, and comes back to this page.
   */
  signOut(options?: SignOutOptions): Promise<Result>;
}

/** The session that the service named last: `null` for none. */
type KnownSession = { id: string; userUpdatedAt: string; activeOrganizationId: string | null } | null;

interface CachedToken {
  token: string;
  sessionId: string | undefined;
  /** A time of the local clock, which need not agree with the service's. */
  until: number;
}

/** A cached token that expires sooner is not returned, so that it is still valid when it arrives. */
const MARGIN_MS = 30_000;

export function createSessionMethods(connection: Connection, changes: Changes): SessionMethods {
  const askSession = shared(() => connection.get<Body | null>("/get-session"));
  const askToken = shared(() => connection.get<{ token: string }>("/token"));
  let known: KnownSession | undefined;
  let cached: CachedToken | undefined;
  let checking: Promise<void> | undefined;

  const read = async () => {
    const asked = askSession();
    const answer = await asked;
    // An answer that a sign-in or a sign-out has overtaken says nothing about the session that is there now.
    const isCurrent = answer.ok && askSession.isLatest(asked);
    if (isCurrent) {
      known = toKnown(answer.data);
      if (cached && cached.sessionId !== known?.id) cached = undefined;
    }
    return { session: readSession(answer), isCurrent };
  };

  /** Tells of changes elsewhere: the service's own pages are of another origin, so no channel reaches this one. */
  const check = async () => {
    const before = known;
    const { isCurrent } = await read();
    if (!isCurrent || known === undefined) return;
    const after = known;
    const change = changeBetween(before, after);
    if (change) changes.tell(change);
    known = after;
  };

  changes.listen(() => {
    askSession.forget();
    askToken.forget();
    known = undefined;
    cached = undefined;
  });
  onReturnToPage(() => {
    if (known === undefined && cached === undefined && !changes.hasListeners()) return;
    checking = check().finally(() => {
      checking = undefined;
    });
  });

  const methods: SessionMethods = {
    getSession: async () => (await read()).session,
    async getUser() {
      const session = await methods.getSession();
      if (session.authenticated) return session.user;
      return session.code === undefined ? null : undefined;
    },
    async getToken() {
      if (checking) await checking;
      if (cached && Date.now() < cached.until) return { ok: true, token: cached.token };
      const asked = askToken();
      const answer = await asked;
      if (!answer.ok) return answer;
      const { token } = answer.data;
      const { sessionId, lifetimeMs } = readClaims(token);
      if (Number.isNaN(lifetimeMs)) return fail("service_error", "The answer is no token");
      // A token that was asked for before a sign-out, or for another session, must not be cached after it.
      const isKnown = known === undefined || known?.id === sessionId;
      if (askToken.isLatest(asked) && isKnown) {
        cached = { token, sessionId, until: Date.now() + lifetimeMs - MARGIN_MS };
      }
      return { ok: true, token };
    },
    signOut: (options) => signOut(connection, changes, options),
  };
  return methods;
}

function toKnown(body: Body | null): KnownSession {
  if (body === null) return null;
  const { id, activeOrganizationId } = body.session;
  return { id, userUpdatedAt: body.user.updatedAt, activeOrganizationId };
}

/** Returns the change that lies between two answers of the service. An unknown state before may have been any. */
function changeBetween(before: KnownSession | undefined, after: KnownSession): AuthChange | null {
  if (before === undefined) return "updated";
  if (after === null) return before === null ? null : "signed-out";
  if (before?.id !== after.id) return "signed-in";
  const isSame =
    before.userUpdatedAt === after.userUpdatedAt && before.activeOrganizationId === after.activeOrganizationId;
  return isSame ? null : "updated";
}

interface Body {
  session: SessionRecord;
  user: User;
}

/** Reads the answer of `/get-session`, in which `null` means that nobody is signed in. */
export function readSession(answer: Answer<Body | null>): Session {
  if (!answer.ok) return { authenticated: false, code: answer.code, message: answer.message };
  if (answer.data === null) return { authenticated: false };
  const { session, user } = answer.data;
  const { id, userId, createdAt, expiresAt, activeOrganizationId } = session;
  return { authenticated: true, id, userId, user, createdAt, expiresAt, activeOrganizationId };
}

function readClaims(token: string): { sessionId?: string; lifetimeMs: number } {
  try {
    const payload = token.split(".")[1] ?? "";
    const { exp, iat, sid } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return { sessionId: sid, lifetimeMs: (exp - iat) * 1_000 };
  } catch {
    return { lifetimeMs: Number.NaN };
  }
}
