import type { HostedAnswer, HostedRequest } from "../page";
import { errorText } from "../words/error-text";
import { textsFor } from "../words/texts";

/**
 * The page that a provider's error or a wrong address leads to. Its texts are fixed, so an address cannot put words on
 * it.
 */
export async function errorPage({ locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const t = textsFor(locale);
  const title = t("error.title");
  const links = [{ href: search.to("sign-in"), text: t("backToSignIn") }];
  const query: Record<string, string> = asked.error === undefined ? {} : { error: asked.error };
  return { title, query, view: { name: "message", props: { title, text: t(errorText(asked.error)), links } } };
}
