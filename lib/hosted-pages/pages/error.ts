import { findOutcome } from "@/lib/sign-in/flow/outcome";
import { addressHint } from "@/lib/sign-in/pages/hints";
import type { HostedAnswer, HostedRequest } from "../page";
import { errorText } from "../words/error-text";
import { textsFor } from "../words/texts";
import { onwardLinks } from "./back-to-app";

/**
 * The page that a provider's error or a wrong address leads to. Its texts are fixed, so an address cannot put words on
 * it. An address that has signed this browser in before leads on.
 */
export async function errorPage(request: HostedRequest): Promise<HostedAnswer> {
  const { locale, search, asked } = request;
  const t = textsFor(locale);
  const done = asked.attempt === undefined ? null : await findOutcome(request.ctx, asked.attempt);
  if (done !== null) return { redirect: done };
  const title = t("error.title");
  const links = [...onwardLinks(request), { href: search.to("sign-in"), text: t("backToSignIn") }];
  const query = pickText(asked, ["error", "address"]);
  const detail = detailOf(request);
  return { title, query, view: { name: "message", props: { title, text: t(errorText(asked.error)), detail, links } } };
}

/** Tells the developer of the app, in English as all that is for developers, the setting that refuses the address. */
function detailOf({ ctx, asked, isDevelopment }: HostedRequest): string | null {
  const { error, address } = asked;
  if (!isDevelopment || error !== "redirect" || address === undefined) return null;
  return addressHint(address, ctx.project);
}

function pickText(asked: HostedRequest["asked"], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])));
}
