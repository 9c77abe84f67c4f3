import type { AuthError } from "@/lib/sign-in/auth-errors";
import type { AuthContext } from "@/lib/sign-in/context";
import { carriedBy, pageAddress, pick } from "../carried";
import { readFormNotice, sendFormNotice } from "./notice";

/** What the page of a refused form is shown with again: a mailed link's token, and which code is asked for. */
const OF_THE_PAGE = ["token", "via", "with"] as const;

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
