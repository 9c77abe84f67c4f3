import { isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { KEY_PREFIX } from "@/lib/core/service";
import type { SignInContext } from "@/lib/sign-in/context";
import { projectSuspended } from "@/lib/sign-in/project-keys/authorise";
import { findActiveProjectKey } from "@/lib/sign-in/project-keys/find-active";
import { verifyToken } from "@/lib/sign-in/tokens/verify";
import type { InspectionTicket } from "./inspection/ticket";

interface IdentifyInput {
  projectId: string;
  key: string;
  token?: string | undefined;
  /** The page that opened the socket; programs send none. */
  origin: string | null;
}

export interface SocketUser {
  id: string;
  sessionId: string;
  claims: Readonly<Record<string, unknown>>;
  /** When the token ends, in milliseconds of the Unix time. */
  expiresAt: number;
}

/** The owner of a socket: a visitor of a project, or one of its users. */
export interface SocketIdentity {
  projectId: string;
  keyId: string;
  /** Whether the key may change anything, such as send messages. */
  mayWrite: boolean;
  user: SocketUser | null;
  /** The member of the dashboard who hears the events that the user would; `null` for everyone else. */
  inspection: InspectionTicket | null;
}

/**
 * Returns who a socket belongs to, by a public key of the project and, for a user, a token that the project gave them.
 * Throws `unauthorized`, also where the token's session has ended, `token_expired`, `foreign_origin`, `project_suspended`.
 */
export async function identifySocket(ctx: SignInContext, input: IdentifyInput): Promise<SocketIdentity> {
  const { projectId, token, origin } = input;
  if (!isSecretText(KEY_PREFIX.publicAuth, input.key)) throw unauthorized();
  const key = await findActiveProjectKey(ctx, input.key);
  if (!key || key.project.id !== projectId) throw unauthorized();
  if (origin !== null && !key.project.settings.allowedOrigins.includes(origin)) {
    throw new ServiceError("foreign_origin", "Add the page's origin to the project's allowed origins.");
  }
  if (key.project.status !== "active") throw projectSuspended();
  const user = token === undefined ? null : await userOf(ctx, projectId, token);
  return { projectId, keyId: key.id, mayWrite: key.scope !== "read", user, inspection: null };
}

async function userOf(ctx: SignInContext, projectId: string, token: string): Promise<SocketUser> {
  const verified = await verifyToken(ctx, projectId, token);
  if (verified === "expired") throw new ServiceError("token_expired", "The token has expired. Get a new one.");
  if (verified === null) {
    throw new ServiceError("unauthorized", "The token isn't valid for this project, or its session has ended.");
  }
  const { claims } = verified;
  return { id: claims.sub, sessionId: claims.sid, claims, expiresAt: Number(claims.exp) * 1_000 };
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The public key is missing, unknown, expired, revoked or another project's.");
}
