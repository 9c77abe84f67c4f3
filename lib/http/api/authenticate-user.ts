import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { SignInContext } from "@/lib/sign-in/context";
import { verifyToken } from "@/lib/sign-in/tokens/verify";
import type { KeyProject } from "./authenticate-server-key";

/** A JWT starts with the base64url of `{"`, which no key does. */
const USER_TOKEN = /^Bearer +(eyJ\S+)$/i;

interface Asked {
  headers: Pick<Headers, "get">;
}

export function isUserToken(request: Asked): boolean {
  return USER_TOKEN.test(request.headers.get("authorization") ?? "");
}

/** Accepts a token that the project in the path gave to a user whose session goes on. Throws `token_expired`. */
export async function authenticateUser(
  ctx: SignInContext,
  request: Asked,
  projectId: string,
): Promise<{ actor: Extract<Actor, { kind: "end-user" }>; project: KeyProject }> {
  const [, token = ""] = USER_TOKEN.exec(request.headers.get("authorization") ?? "") ?? [];
  const verified = await verifyToken(ctx, projectId, token);
  if (verified === "expired") {
    throw new ServiceError("token_expired", "The token has expired. Get a new one.", { headers: challenge() });
  }
  if (verified === null) {
    throw new ServiceError("unauthorized", "The token isn't valid for this project, or its session has ended.", {
      headers: challenge(),
    });
  }
  const { claims, project } = verified;
  return { actor: { kind: "end-user", id: claims.sub, projectId, claims }, project };
}

/** RFC 6750 section 3. */
function challenge(): Record<string, string> {
  return { "WWW-Authenticate": 'Bearer error="invalid_token"' };
}
