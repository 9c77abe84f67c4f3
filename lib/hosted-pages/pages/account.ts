import { isDashboardProject } from "@/lib/people/accounts/dashboard-project";
import type { HostedAnswer, HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { textsFor } from "../words/texts";
import { backToApp } from "./back-to-app";

const DASHBOARD_ACCOUNT = "/dashboard/account";

export async function accountPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search } = request;
  if (ctx.session === null) return { redirect: search.to("sign-in", { redirect_to: search.to("account") }) };
  const t = textsFor(locale);
  const isDashboard = await isDashboardProject(ctx, ctx.project.id);
  return {
    title: t("account.title"),
    isWide: true,
    withoutScripts: t("scripts"),
    view: {
      name: "account",
      props: {
        address: search.to("account"),
        back: backToApp(request)[0] ?? null,
        // An account of the dashboard has organisations, which only the dashboard can settle.
        deletion: isDashboard
          ? {
              title: componentMessages(ctx, locale)["profile.delete"],
              text: t("deletion.text"),
              link: { href: DASHBOARD_ACCOUNT, text: t("deletion.link") },
            }
          : null,
        signedOutAddress: search.to("signed-out"),
        deletedAddress: search.to("signed-out", { deleted: "1" }),
        signOutAction: search.to("forms/sign-out"),
        signOutText: t("signOut"),
      },
    },
  };
}
