import { addressHint } from "@/lib/sign-in/hints";
import type { HostedAnswer, HostedRequest } from "../page";
import { errorText } from "../words/error-text";
import { textsFor } from "../words/texts";

/**
 * The page that a provider's error or a wrong address leads to. Its texts are fixed, so an address cannot put words on
 * it.
 */
export async function errorPage(request: HostedRequest): Promise<HostedAnswer> {
  const { locale, search, asked } = request;
  const t = textsFor(locale);
  const title = t("error.title");
  const links = [{ href: search.to("sign-in"), text: t("backToSignIn") }];
  const query = pickText(asked, ["error", "address"]);
  const detail = detailOf(request);
  return { title, query, view: { name: "message", props: { title, text: t(errorText(asked.error)), detail, links } } };
}

/** Tells whoever builds the app, in English as all that is for developers, what is set up so that the address is refused. */
function detailOf({ ctx, asked, isDevelopment }: HostedRequest): string | null {
  const { error, address } = asked;
  if (!isDevelopment || error !== "redirect" || address === undefined) return null;
  return addressHint(address, ctx.project);
}

function pickText(asked: HostedRequest["asked"], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])));
}
