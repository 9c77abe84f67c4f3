import { z } from "zod";
import { readFormNotice, sendFormNotice } from "@/lib/hosted-pages/forms/notice";
import { AuthError } from "@/lib/sign-in/auth-errors";
import type { AuthContext } from "@/lib/sign-in/context";

/** What every form of a hosted page carries along in the query of its address: where the sign-in leads in the end. */
export const CARRIED = ["redirect_to", "code_challenge", "state", "ui_locales"] as const;

/** What the page of a refused form is shown with again: a mailed link's token, and which code is asked for. */
const OF_THE_PAGE = ["token", "via", "with"] as const;

/** The same as the query of a page. */
export const HostedQuery = z.object({
  redirect_to: z.string().optional().meta({
    description: "Where the sign-in leads in the end: an address of the project's.",
    example: "https://app.example.com/callback",
  }),
  code_challenge: z.string().optional().meta({
    description: "Asks for a code for the app's server: BASE64URL(SHA-256(verifier)), RFC 7636.",
    example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  }),
  state: z.string().optional().meta({ description: "Given back with the code.", example: "af0ifjsldkj" }),
  ui_locales: z.string().optional().meta({
    description: "Languages by preference, with spaces between (OpenID Connect Core, section 3.1.2.1).",
    example: "de fr",
  }),
});

/** The fields of an urlencoded form. Throws `UNSUPPORTED_MEDIA_TYPE`; of a field given twice the last counts. */
export function readForm(request: Request, bytes: Uint8Array): Record<string, string> {
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new AuthError("UNSUPPORTED_MEDIA_TYPE", { message: "Post the form of the page" });
  }
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** Sends the browser back to the form, which tells why: the reason is in a sealed cookie. */
export async function refuseForm(
  ctx: AuthContext,
  { page, url, email }: { page: string; url: string; email: unknown },
  error: AuthError,
): Promise<void> {
  if (error.code === "INVALID_REDIRECT_URL") {
    ctx.reply.redirect = pageAddress(ctx, "error", { error: "redirect" });
    return;
  }
  const earlier = await readFormNotice(ctx, page);
  await sendFormNotice(ctx, {
    form: page,
    code: error.code,
    ...(earlier?.number !== undefined && { number: earlier.number }),
    ...(typeof email === "string" && email.length <= 254 && { email }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  });
  ctx.reply.redirect = pageAddress(ctx, page, { ...carriedBy(url), ...pick(url, OF_THE_PAGE) });
}

/** A page of the project, with what the form carried. */
export function pageAddress(ctx: AuthContext, page: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `/auth/${ctx.tenant.id}/${page}${search === "" ? "" : `?${search}`}`;
}

export function carriedBy(url: string): Record<string, string> {
  return pick(url, CARRIED);
}

function pick(url: string, names: readonly string[]): Record<string, string> {
  const given = new URL(url).searchParams;
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
}
