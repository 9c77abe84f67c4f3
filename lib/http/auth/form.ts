import { AuthError } from "@/lib/auth/auth-errors";
import type { AuthContext } from "@/lib/auth/context";
import { sendFormNotice } from "@/lib/auth/forms/notice";

/** What every form of a hosted page carries along in the query of its address: where the sign-in leads in the end. */
const CARRIED = ["redirect_to", "code_challenge", "state", "ui_locales"] as const;

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
  await sendFormNotice(ctx, {
    form: page,
    code: error.code,
    ...(typeof email === "string" && email.length <= 254 && { email }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  });
  // The page of a mailed link is nothing without its token.
  const token = new URL(url).searchParams.get("token");
  ctx.reply.redirect = pageAddress(ctx, page, { ...carriedBy(url), ...(token !== null && { token }) });
}

/** A page of the project, with what the form carried. */
export function pageAddress(ctx: AuthContext, page: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `/auth/${ctx.tenant.id}/${page}${search === "" ? "" : `?${search}`}`;
}

export function carriedBy(url: string): Record<string, string> {
  const given = new URL(url).searchParams;
  return Object.fromEntries(CARRIED.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
}
