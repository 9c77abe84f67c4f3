import type { Changes } from "./changes";
import { type Answer, type Connection, nothing, reply } from "./connection";
import { fail } from "./failure";
import type { Failure, Result, Session, Success } from "./result";
import type { SessionRecord, User } from "./wire";

export interface SessionMethods {
  /** Calls made at once share one request. */
  getSession(): Promise<Session>;
  /** `null` when nobody is signed in, and when the service cannot be reached, which `getSession` tells apart. */
  getUser(): Promise<User | null>;
  /** A JWT for the app's own server, kept until shortly before it ends. */
  getToken(): Promise<Result<{ token: string }>>;
  signOut(): Promise<Result>;
}

interface CachedToken {
  token: string;
  /** Of the local clock, which need not agree with the service's. */
  until: number;
}

/** A token this near its end is not given out, so that it is still good when it arrives. */
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
      // An answer to a question from before a sign-out must not outlive it.
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

export function readSession(answer: Answer<Body | null>): Session {
  if (!answer.ok) return { authenticated: false, code: answer.code, message: answer.message };
  if (answer.data === null) return { authenticated: false };
  const { session, user } = answer.data;
  const { id, userId, createdAt, expiresAt } = session;
  return { authenticated: true, id, userId, user, createdAt, expiresAt };
}

/** One request for all who ask while it is under way. */
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
