import type { Context } from "@/lib/core/context";
import type { CookieKind } from "./browser-cookie";
import type { RequestProject } from "./projects/request-project";
import type { SignInServices } from "./services";
import type { ActiveSession } from "./session-user";

/** The facts that are known of a request while it is served, for the event of its refusal. */
export interface Attempt {
  /** When the request arrived, as `performance.now` tells it. */
  arrivedAt: number;
  /** The address that was typed. */
  email: string | null;
  /** The user whose first factor the request has, where there is no session yet. */
  userId: string | null;
  /** Whether a verb has recorded the refusal. */
  isRecorded: boolean;
}

/** The context of verbs that act on a project outside a request of one of its users. */
export interface SignInContext extends Context {
  signIn: SignInServices;
}

/** The context of a request by a user of a project, signed in or not. */
export interface UserContext extends SignInContext {
  project: RequestProject;
  userAgent: string;
  acceptLanguage: string | null;
  /** An app without cookies sends its session as a bearer token; it is given none and its cookies are not read. */
  isWithoutCookies: boolean;
  cookie(kind: CookieKind): string | null;
  /** The token that the request's cookie or its Authorization holds, whether or not a session belongs to it. */
  sessionToken: string | null;
  /** The session is set where the route asks for one and the browser has one. */
  session: ActiveSession | null;
  /** The facts about the request for the event of its refusal; verbs that are called on their own have none. */
  attempt?: Attempt;
}

export interface SignedInContext extends UserContext {
  session: ActiveSession;
}
