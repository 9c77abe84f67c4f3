import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { signInPanelProps } from "./sign-in-panel-props";

export async function signUpPage({ ctx, locale, search }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session !== null) return { redirect: search.returnAddress };
  const { password, signUp } = ctx.project.settings.methods;
  if (!password || !signUp) return { redirect: search.to("sign-in") };
  return {
    title: textsFor(locale)("signUp.title", { name: brandName(ctx) }),
    view: { name: "sign-in", props: await signInPanelProps(ctx, search, "sign-up") },
  };
}
