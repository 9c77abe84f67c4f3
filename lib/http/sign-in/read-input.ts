import type { UserContext } from "@/lib/sign-in/context";
import { requireTrustedAddresses } from "@/lib/sign-in/flow/callback-addresses";
import { originHint, WITHOUT_ORIGIN_HINT } from "@/lib/sign-in/pages/hints";
import type { SignInRouteDefinition } from "../definition";
import { readBytes } from "../read-body";
import type { ServedRequest } from "../served-request";
import { MAX_BODY_BYTES, parseInput, readForm, readJson } from "./body";
import { typedEmailOf } from "./note-refusal";
import { refuseExpoPlugin, requireTrustedLogin, requireTrustedOrigin, type TrustedOrigins } from "./origin";

/** Checks JSON, origin of a page or of a request with a cookie, addresses, schema and origin of a sign-in, in this order. */
export async function readInput(
  definition: SignInRouteDefinition,
  ctx: UserContext,
  request: ServedRequest,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const { signIn } = definition;
  const inPath = Object.fromEntries((signIn.params ?? []).map((name) => [name, params[name] ?? ""]));
  // The service's own pages are trusted like the app's.
  const trusted: TrustedOrigins = {
    allowed: [...ctx.project.settings.allowedOrigins, ctx.baseUrl],
    hint: (origin) => originHint(origin, ctx.project),
    hintWithout: WITHOUT_ORIGIN_HINT,
  };
  const { headers } = request;
  if (request.method === "GET" || request.method === "HEAD") {
    if (definition.auth === "public-key" && headers.has("origin")) requireTrustedOrigin(headers, trusted);
    return { ...readQuery(definition, ctx, request.url), ...inPath };
  }
  const { attempt } = ctx;
  if (signIn.isFormResponse) {
    const fields = readForm(request, await readBytes(request, definition.maxBytes ?? MAX_BODY_BYTES));
    return { ...readQuery(definition, ctx, request.url, fields), ...inPath };
  }
  const body = readJson(request, await readBytes(request, MAX_BODY_BYTES));
  if (attempt) attempt.email = typedEmailOf(body);
  const readsCookies = headers.has("cookie") && !ctx.isWithoutCookies;
  if (readsCookies || headers.has("origin")) requireTrustedOrigin(headers, trusted);
  requireTrustedAddresses(body, ctx.project, ctx.baseUrl);
  const input = definition.body ? (parseInput(body, definition.body, "body") as Record<string, unknown>) : {};
  if (signIn.isLogin) refuseExpoPlugin(headers);
  // No browser keeps the session of such a sign-in, so no page can plant a session by it.
  if (signIn.isLogin && !ctx.isWithoutCookies) requireTrustedLogin(headers, trusted);
  return { ...input, ...inPath };
}

function readQuery(
  { signIn }: SignInRouteDefinition,
  ctx: UserContext,
  url: string,
  fields: Record<string, string> = {},
): Record<string, unknown> {
  if (!signIn.query) return {};
  const given = { ...(url.includes("?") ? Object.fromEntries(new URL(url).searchParams) : {}), ...fields };
  requireTrustedAddresses(given, ctx.project, ctx.baseUrl);
  return parseInput(given, signIn.query, "query");
}
