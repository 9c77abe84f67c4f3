import type { HeaderReader } from "@/lib/core/header-reader";
import { PUBLIC_KEY_HEADER } from "@/lib/core/service";
import type { UserContext } from "@/lib/sign-in/context";
import type { CookieKind } from "@/lib/sign-in/flow/browser-cookie";
import { readSignedToken } from "@/lib/sign-in/sessions/bearer-token";
import { cookieName, readCookie, readSessionToken } from "../cookies";
import type { SignInRouteDefinition } from "../definition";

export const TOKEN_HEADER = "set-auth-token";

/** Returns the token of an Authorization header; `null` for another scheme, or for two headers that were joined. */
export function readBearer(headers: HeaderReader): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** An app without cookies sends its public key in a header of its own, so that Authorization can carry its session. */
export function isWithoutCookies({ auth }: SignInRouteDefinition, headers: HeaderReader): boolean {
  return auth === "public-key" && headers.has(PUBLIC_KEY_HEADER);
}

type Credentials = Pick<UserContext, "isWithoutCookies" | "cookie" | "sessionToken">;

/** Reads who asks from the cookies or, for an app without them, from Authorization alone: never from both. */
export function readCredentials(
  ctx: Pick<UserContext, "sealer" | "baseUrl">,
  definition: SignInRouteDefinition,
  headers: HeaderReader,
  projectId: string,
): Credentials {
  if (!isWithoutCookies(definition, headers)) {
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
