import type { Context } from "@/lib/core/context";
import type { ProjectStatus } from "@/lib/sign-in/projects/resource";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import type { AuthServices } from "./services";
import type { ActiveSession } from "./sessions/session-lookup";
import type { CurrentSigningKey } from "./tokens/signing-keys";

/** The project a request belongs to. */
export interface Tenant {
  id: string;
  /** Shown to users where no setting names something else. */
  name: string;
  status: ProjectStatus;
  settings: ProjectSettings;
  /** The keys it may publish, where it was found by its id alone. */
  keys?: readonly PublishedKey[];
  /** The key that signs, where it was found by a key of the project; `null` when there is none yet. */
  signingKey?: CurrentSigningKey | null;
}

export interface PublishedKey {
  status: string;
  publicJwk: unknown;
  retiredAt: Date | null;
}

/** What a verb adds to the answer besides its body. */
interface AuthReply {
  headers: Headers;
  /** The session cookie to send: a token, or `null` to delete it. */
  cookie: { token: string; maxAgeSeconds: number | null } | null | undefined;
  /** Other cookies to send, as Set-Cookie fields. */
  setCookies: string[];
  /** The body as JSON, where it was made beforehand. */
  text?: string;
  /** Where the browser is sent instead of an answer with a body: 302. Checked by who sets it. */
  redirect: string | null;
  /**
   * Where the browser goes by itself from a page of ours. A redirect that began on another site carries no Strict
   * cookie; this does.
   */
  continueTo?: string;
}

/** What verbs may use that act on a project outside a request of one of its users. */
export interface SignInContext extends Context {
  auth: AuthServices;
}

/** What the verbs of the sign-in wire may use. */
export interface AuthContext extends SignInContext {
  tenant: Tenant;
  userAgent: string;
  acceptLanguage: string | null;
  /** The request's Cookie field. */
  cookieHeader: string | null;
  /** The token the request's cookie holds, whether or not a session belongs to it. */
  sessionToken: string | null;
  /** Set where the route asks for a session and there is one. */
  session: ActiveSession | null;
  reply: AuthReply;
}

/** On routes whose definition demands a session. */
export interface SignedInContext extends AuthContext {
  session: ActiveSession;
}
