import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";

export async function accountPage({ ctx, locale, search }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session === null) return { redirect: search.to("sign-in", { redirect_to: search.to("account") }) };
  const t = textsFor(locale);
  return {
    title: t("account.title"),
    isWide: true,
    withoutScripts: t("scripts"),
    view: {
      name: "account",
      props: {
        signedOutAddress: search.to("signed-out"),
        signOutAction: search.to("forms/sign-out"),
        signOutText: t("signOut"),
      },
    },
  };
}
