import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { backToApp } from "./back-to-app";

/** The page at an address below the project's that has none. */
export async function unknownPage(request: HostedRequest): Promise<HostedAnswer> {
  const t = textsFor(request.locale);
  const title = t("notFound.title");
  const links = [...backToApp(request), { href: request.search.to("sign-in"), text: t("signInAgain") }];
  return { title, status: 404, view: { name: "message", props: { title, text: t("notFound.text"), links } } };
}
