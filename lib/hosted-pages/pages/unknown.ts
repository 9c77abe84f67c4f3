import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { backToApp } from "./back-to-app";

/** The page at an address below the project's that has none. */
export async function unknownPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search } = request;
  const t = textsFor(locale);
  const title = t("notFound.title");
  const onward =
    ctx.session === null
      ? { href: search.to("sign-in"), text: t("signInAgain") }
      : { href: search.to("account"), text: t("account.title") };
  const links = [...backToApp(request), onward];
  return { title, status: 404, view: { name: "message", props: { title, text: t("notFound.text"), links } } };
}
