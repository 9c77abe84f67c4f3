import type { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { requireTrustedAddresses } from "@/lib/sign-in/flow/callback-addresses";
import { originHint, WITHOUT_ORIGIN_HINT } from "@/lib/sign-in/pages/hints";
import type { SignInRouteDefinition } from "../definition";
import { readBytes } from "../read-body";
import type { ServedRequest } from "../served-request";
import { refuseExpoPlugin, requireTrustedLogin, requireTrustedOrigin, type TrustedOrigins } from "./origin";

export const MAX_BODY_BYTES = 65_536;

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

/** Returns `undefined` when there is no body. Throws `UNSUPPORTED_MEDIA_TYPE` or `BAD_REQUEST`. */
function readJson(request: ServedRequest, bytes: Uint8Array): unknown {
  const type = request.headers.get("content-type");
  if (bytes.length === 0 && type === null) return undefined;
  const mediaType = type?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json" || request.headers.has("content-encoding")) {
    const given = (type ?? "").slice(0, 128);
    throw new SignInError("UNSUPPORTED_MEDIA_TYPE", {
      message: `Content-Type "${given}" is not allowed. Allowed types: application/json`,
    });
  }
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new SignInError("BAD_REQUEST", { cause });
  }
}

/** Throws `VALIDATION_ERROR` with every problem in one text, such as `[body.email] Invalid email address; …`. */
export function parseInput<T>(value: unknown, schema: z.ZodType<T>, part: "body" | "query"): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `[${[part, ...path].join(".")}] ${message}`);
  throw new SignInError("VALIDATION_ERROR", { message: problems.join("; ") });
}

/** Takes the last of two values of a field. Throws `UNSUPPORTED_MEDIA_TYPE`. */
export function readForm(request: ServedRequest, bytes: Uint8Array): Record<string, string> {
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new SignInError("UNSUPPORTED_MEDIA_TYPE", { message: "Post the form of the page" });
  }
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** Returns the address that a body names, where it is one; `null` otherwise. */
export function typedEmailOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("email" in body)) return null;
  const { success, data } = Email.safeParse(body.email);
  return success ? data : null;
}
