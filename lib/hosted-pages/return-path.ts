import type { ServedRequest } from "@/lib/http/served-request";
import type { UserContext } from "@/lib/sign-in/context";
import { isTrustedAddress } from "@/lib/sign-in/flow/callback-addresses";

/**
 * Returns the request's address with a bare path in `redirect_to` made into an address of the app whose page led here,
 * as its Referer tells: a project may have several. A path that no app's page brought stays as it is.
 */
export function withAppOfPath({ url, headers }: ServedRequest, { project, baseUrl }: UserContext): string {
  const address = new URL(url);
  const path = address.searchParams.get("redirect_to");
  const origin = URL.parse(headers.get("referer") ?? "")?.origin;
  if (!path?.startsWith("/") || path.startsWith("//") || origin === undefined) return url;
  if (!project.settings.allowedOrigins.includes(origin)) return url;
  if (!isTrustedAddress(`${origin}${path}`, project, baseUrl)) return url;
  address.searchParams.set("redirect_to", `${origin}${path}`);
  return address.href;
}
