import type { UserContext } from "@/lib/sign-in/context";
import type { SignInError } from "@/lib/sign-in/errors";
import { SignInResult } from "@/lib/sign-in/result";
import { carriedBy, pageAddress, pick } from "../carried";
import { formNoticeCookie, readFormNotice } from "./notice";

/** The fields with which the page of a refused form is shown again: a mailed link's token or id, and its question. */
const OF_THE_PAGE = ["token", "id", "via", "with", "sent", "required"] as const;

/** Sends the browser back to the form, with the reason in a sealed cookie. */
export async function refuseForm(
  ctx: UserContext,
  { page, url, email }: { page: string; url: string; email: unknown },
  error: SignInError,
): Promise<SignInResult<null>> {
  if (error.code === "INVALID_REDIRECT_URL") {
    return new SignInResult(null, { redirect: pageAddress(ctx, "error", { error: "redirect" }) });
  }
  const earlier = await readFormNotice(ctx, page);
  const cookie = await formNoticeCookie(ctx, {
    form: page,
    code: error.code,
    ...(earlier?.number !== undefined && { number: earlier.number }),
    ...(typeof email === "string" && email.length <= 254 && { email }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  });
  const redirect = pageAddress(ctx, page, { ...carriedBy(url), ...pick(url, OF_THE_PAGE) });
  return new SignInResult(null, { redirect, cookies: [cookie] });
}
