import type { HostedAnswer, HostedRequest } from "../page";
import { errorText } from "../words/error-text";
import { textsFor } from "../words/texts";

/** What a provider's redirect or a wrong address ends in. It says nothing that the address could make it say. */
export async function errorPage({ locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const t = textsFor(locale);
  const title = t("error.title");
  const links = [{ href: search.to("sign-in"), text: t("backToSignIn") }];
  const query: Record<string, string> = asked.error === undefined ? {} : { error: asked.error };
  return { title, query, view: { name: "message", props: { title, text: t(errorText(asked.error)), links } } };
}
