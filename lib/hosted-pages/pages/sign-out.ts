import { isSignOutHint } from "@/lib/sign-in/sessions/sign-out-hint";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { textsFor } from "../words/texts";

/**
 * The page that an app sends its user to in order to end the session here. Any site may link to it, so it asks first,
 * unless the app's server has brought a hint that the user asked for it (OpenID Connect RP-Initiated Logout, section 2).
 * It goes on to the company's identity provider, if the session began there, which comes back to this page.
 */
export async function signOutPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const { session } = ctx;
  const onward = onwardFrom(asked, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
  if (session === null) return { redirect: onward ?? search.to("signed-out") };
  if (asked.hint !== undefined && isSignOutHint({ ...ctx, session }, asked.hint)) {
    const { body, cookies } = await signOut(ctx, { callbackURL: search.to("sign-out") });
    return { redirect: body.providerUrl ?? onward ?? search.to("signed-out"), cookies };
  }
  const t = textsFor(locale);
  const title = t("signOut.title", { name: brandName(ctx) });
  return {
    title,
    view: {
      name: "posted-form",
      props: {
        title,
        text: t("signOut.text"),
        action: search.to("forms/sign-out"),
        hiddenFields: { goesOn: "true" },
        failure: null,
        button: t("signOut"),
        cancel: {
          href: onward ?? search.to("account"),
          text: componentMessages(ctx, locale)["action.cancel"],
        },
      },
    },
  };
}

/** Returns where the app wants its user back, with its `state`. */
function onwardFrom({ redirect_to, state }: HostedRequest["asked"], base: string): string | null {
  if (redirect_to === undefined) return null;
  const target = new URL(redirect_to, base);
  if (state !== undefined) target.searchParams.set("state", state);
  return target.href;
}
