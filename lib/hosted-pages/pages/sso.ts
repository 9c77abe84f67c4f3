import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { signInPanelProps } from "./sign-in-panel-props";

/** The page that leads to the identity provider of a company, for a project that has a connection. */
export async function ssoPage({ ctx, locale, search }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session !== null) return { redirect: search.returnAddress };
  if (ctx.project.hasSso !== true) return { redirect: search.to("sign-in") };
  return {
    title: textsFor(locale)("sso.title"),
    view: { name: "sign-in", props: await signInPanelProps(ctx, search, "sso") },
  };
}
