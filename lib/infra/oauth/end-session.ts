import type * as oauth from "oauth4webapi";
import type { EndSessionRequest, ProviderClient } from "@/lib/core/ports/identity-providers";
import type { AuthorizationServer } from "./authorization-server";

/**
 * Returns where the browser signs out (OpenID Connect RP-Initiated Logout 1.0, section 2); `null` where the issuer's
 * metadata has no address, or one that isn't https. An issuer on http, as in development, may have its own.
 */
export function endSessionUrl(
  { endpoints }: AuthorizationServer,
  { end_session_endpoint: endpoint }: oauth.AuthorizationServer,
  { clientId }: ProviderClient,
  { idToken, logoutHint, postLogoutRedirectUri, state }: EndSessionRequest,
): string | null {
  const url = URL.parse(endpoint ?? "");
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (url.protocol !== "https:" && url.origin !== new URL(endpoints.issuer).origin) return null;
  const parameters = {
    client_id: clientId,
    post_logout_redirect_uri: postLogoutRedirectUri,
    ...(idToken === null ? { logout_hint: logoutHint } : { id_token_hint: idToken }),
    ...(state !== undefined && { state }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.hash = "";
  return url.href;
}
