import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { describeResetLink } from "@/lib/sign-in/password/reset";
import type { HostedAnswer, HostedRequest } from "../page";
import { formFailure } from "../words/form-failure";
import { textsFor } from "../words/texts";

/**
 * The page of a mailed link for a new password. The request for the mail may have named a page of the app, which is
 * then used instead.
 */
export async function resetPasswordPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const token = asked.token ?? "";
  const { valid, callbackURL } = await describeResetLink(ctx, token);
  const t = textsFor(locale);
  const title = t("resetPassword.title");
  if (!valid) {
    const links = [{ href: search.to("forgot-password"), text: t("newLink") }];
    return { title, view: { name: "message", props: { title, text: t("magicLink.invalid"), links } } };
  }
  if (callbackURL !== null && asked.via === undefined) return { redirect: pageOfTheMail(callbackURL, token, ctx) };
  return {
    title,
    query: { token, via: "mail" },
    view: {
      name: "reset-password",
      props: {
        headingLevel: 1,
        token,
        doneAddress: search.to("sign-in", { reset: "1" }),
        action: search.to("forms/reset-password", { token, via: "mail" }),
        failure: formFailure(await readFormNotice(ctx, "reset-password")),
      },
    },
  };
}

/**
 * Returns the page that the mail was asked for with. `via` keeps this page from leading to itself for ever. A path is
 * one of the app's.
 */
function pageOfTheMail(callbackURL: string, token: string, { project, baseUrl }: HostedRequest["ctx"]): string {
  const url = new URL(callbackURL, project.settings.allowedOrigins[0] ?? baseUrl);
  url.searchParams.set("token", token);
  if (url.origin === baseUrl && url.pathname === `/auth/${project.id}/reset-password`) {
    url.searchParams.set("via", "mail");
  }
  return url.href;
}
