import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { signInPanelProps } from "./sign-in-panel-props";

export async function signInPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session !== null) return { redirect: search.returnAddress };
  const t = textsFor(locale);
  return {
    title: t("signIn.title", { name: brandName(ctx) }),
    view: { name: "sign-in", props: await signInPanelProps(ctx, search, "sign-in") },
    ...(asked.reset !== undefined && { notice: t("resetPassword.changed") }),
  };
}
