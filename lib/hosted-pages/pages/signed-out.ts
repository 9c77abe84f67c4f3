import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { backToApp } from "./back-to-app";

/** The page after a sign-out, or after the deletion of an account. */
export async function signedOutPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search, asked } = request;
  if (ctx.session !== null) return { redirect: search.to("account") };
  const t = textsFor(locale);
  const isDeleted = asked.deleted !== undefined;
  const title = t(isDeleted ? "deleted.title" : "signedOut.title");
  const signIn = { href: search.to("sign-in"), text: t("signInAgain") };
  const links = [...backToApp(request), ...(isDeleted ? [] : [signIn])];
  return {
    title,
    ...(isDeleted && { query: { deleted: "1" } }),
    view: { name: "message", props: { title, text: t("signedOut.text"), links } },
  };
}
