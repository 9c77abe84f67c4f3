import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";

export async function signedOutPage({ locale, search }: HostedRequest): Promise<HostedAnswer> {
  const t = textsFor(locale);
  const title = t("signedOut.title");
  const links = [{ href: search.to("sign-in"), text: t("signInAgain") }];
  return { title, view: { name: "message", props: { title, text: t("signedOut.text"), links } } };
}
