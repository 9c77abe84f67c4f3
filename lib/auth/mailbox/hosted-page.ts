import type { AuthContext } from "../context";

type HostedPage = "sign-in" | "magic-link" | "verify-email" | "reset-password" | "forgot-password" | "two-factor";

/** The address of one of the project's hosted pages, on the configured origin whatever the request's headers say. */
export function hostedPage(ctx: AuthContext, page: HostedPage, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${ctx.baseUrl}/auth/${ctx.tenant.id}/${page}${search === "" ? "" : `?${search}`}`;
}
