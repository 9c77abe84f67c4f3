import type { SignInPanelProps } from "@coppice/auth/react";
import { readFormNotice, readTypedEmail } from "@/lib/hosted-pages/forms/notice";
import type { UserContext } from "@/lib/sign-in/context";
import { hostedPageAddress } from "@/lib/sign-in/pages/address";
import { findSsoForDomain } from "@/lib/sign-in/sso-domains/find";
import { domainOf } from "@/lib/sign-in/sso-domains/required";
import type { HostedSearch } from "../search";
import { formFailure } from "../words/form-failure";

/** Returns the props of the sign-in panel, which say where its forms post to without scripts. */
export async function signInPanelProps(
  ctx: UserContext,
  search: HostedSearch,
  mode: "sign-in" | "sign-up" | "sso",
): Promise<SignInPanelProps> {
  const notice = await readFormNotice(ctx, mode);
  const defaultEmail = await readTypedEmail(ctx);
  const found = defaultEmail === undefined ? null : await findSsoForDomain(ctx, { domain: domainOf(defaultEmail) });
  return {
    mode,
    headingLevel: 1,
    redirectTo: search.returnAddress,
    failure: formFailure(notice),
    defaultEmail,
    defaultConnection: found?.connection ?? null,
    actions: {
      signIn: search.to("forms/sign-in"),
      signUp: search.to("forms/sign-up"),
      magicLink: search.to("forms/magic-link"),
      otp: search.to("forms/code"),
      twoFactor: search.to("forms/two-factor"),
      backupCode: search.to("forms/backup-code"),
      passwordReset: search.to("forms/forgot-password"),
      sso: search.to("forms/sso"),
      social: hostedPageAddress(ctx, ctx.project.id, "social"),
    },
    links: {
      signIn: search.to("sign-in"),
      signUp: search.to("sign-up"),
      forgotPassword: search.to("forgot-password"),
      sso: search.to("sso"),
    },
  };
}
