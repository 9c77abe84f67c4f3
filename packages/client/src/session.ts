import type { Changes } from "./changes";
import { type Answer, type Connection, nothing, reply } from "./connection";
import { fail } from "./failure";
import type { Failure, Result, Session, Success } from "./result";
import type { SessionRecord, User } from "./wire";

/** The methods that read and end the session of this browser. */
export interface SessionMethods {
  /** Reads the session from the service. Calls made at the same time share one request. */
  getSession(): Promise<Session>;
  /** Returns the signed-in user, or `null` without one. It is `null` too when the service cannot be reached. */
  getUser(): Promise<User | null>;
  /** Returns a JWT for the app's own server. The client caches it until shortly before it expires. */
  getToken(): Promise<Result<{ token: string }>>;
  /** Ends the session of this browser. */
  signOut(): Promise<Result>;
}

interface CachedToken {
  token: string;
  /** A time of the local clock, which need not agree with the service's. */
  until: number;
}

/** A cached token that expires sooner is not returned, so that it is still valid when it arrives. */
const MARGIN_MS = 30_000;

export function createSessionMethods(connection: Connection, changes: Changes): SessionMethods {
  const getSession = shared(() => connection.get<Body | null>("/get-session"));
  const askToken = shared(() => connection.get<{ token: string }>("/token"));
  let cached: CachedToken | undefined;
  changes.listen(() => {
    getSession.forget();
    askToken.forget();
    cached = undefined;
  });
  const methods: SessionMethods = {
    getSession: async () => readSession(await getSession()),
    async getUser() {
      const session = await methods.getSession();
      return session.authenticated ? session.user : null;
    },
    async getToken() {
      if (cached && Date.now() < cached.until) return { ok: true, token: cached.token };
      const asked = askToken();
      const answer = await asked;
      if (!answer.ok) return answer;
      const { token } = answer.data;
      const lifetimeMs = lifetimeMsOf(token);
      if (Number.isNaN(lifetimeMs)) return fail("service_error", "The answer is no token");
      // A token that was asked for before a sign-out must not be cached after it.
      if (askToken.isLatest(asked)) cached = { token, until: Date.now() + lifetimeMs - MARGIN_MS };
      return { ok: true, token };
    },
    signOut: () => reply(connection.post("/sign-out"), nothing, () => connection.announce("signed-out")),
  };
  return methods;
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
  const { id, userId, createdAt, expiresAt } = session;
  return { authenticated: true, id, userId, user, createdAt, expiresAt };
}

/** Returns a function whose calls share one request while it is under way. */
function shared<Data>(ask: () => Promise<Success<{ data: Data }> | Failure>) {
  let latest: ReturnType<typeof ask> | undefined;
  let isPending = false;
  const call = () => {
    if (latest && isPending) return latest;
    const asked = ask();
    latest = asked;
    isPending = true;
    const settle = () => {
      if (latest === asked) isPending = false;
    };
    asked.then(settle, settle);
    return asked;
  };
  return Object.assign(call, {
    forget: () => {
      latest = undefined;
    },
    isLatest: (asked: unknown) => asked === latest,
  });
}

function lifetimeMsOf(token: string): number {
  try {
    const payload = token.split(".")[1] ?? "";
    const { exp, iat } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return (exp - iat) * 1_000;
  } catch {
    return Number.NaN;
  }
}
