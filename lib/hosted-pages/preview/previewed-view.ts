import type { Locale } from "@/lib/core/locale";
import type { UserContext } from "@/lib/sign-in/context";
import { brandName } from "../page";
import type { View } from "../view/view";
import { textsFor } from "../words/texts";

export const PREVIEWED_PAGES = ["sign-in", "sign-up", "code", "two-factor", "reset-password"] as const;
export type PreviewedPage = (typeof PREVIEWED_PAGES)[number];

/** Nothing leads anywhere in a preview. */
const NOWHERE = "#";
const ACTIONS = { signIn: NOWHERE, signUp: NOWHERE, magicLink: NOWHERE, otp: NOWHERE, social: NOWHERE };
const LINKS = { signIn: NOWHERE, signUp: NOWHERE, forgotPassword: NOWHERE };
const SAMPLE = { email: "ada@example.com", number: "4821" };

/** Returns the view of a page for a visitor, with sample values that no sign-in has. */
export function previewedView(ctx: UserContext, page: PreviewedPage, locale: Locale): { title: string; view: View } {
  const t = textsFor(locale);
  const name = brandName(ctx);
  const panel = { headingLevel: 1, redirectTo: NOWHERE, actions: ACTIONS, links: LINKS } as const;
  switch (page) {
    case "sign-in":
    case "sign-up": {
      const title = t(page === "sign-in" ? "signIn.title" : "signUp.title", { name });
      return { title, view: { name: "sign-in", props: { ...panel, mode: page } } };
    }
    case "code": {
      const props = { ...SAMPLE, headingLevel: 1, redirectTo: NOWHERE, action: NOWHERE, backHref: NOWHERE } as const;
      const onward = { returnAddress: NOWHERE, twoFactorAddress: NOWHERE };
      return { title: t("code.title"), view: { name: "code", props: { ...props, ...onward } } };
    }
    case "two-factor": {
      const showTrustDevice = ctx.project.settings.twoFactor.trustedDeviceDays > 0;
      const links = { appHref: NOWHERE, backupHref: NOWHERE, backHref: NOWHERE, returnAddress: NOWHERE };
      const forms = { action: NOWHERE, backupAction: NOWHERE };
      const props = { headingLevel: 1, showTrustDevice, ...links, ...forms } as const;
      return { title: t("twoFactor.title"), view: { name: "two-factor", props } };
    }
    case "reset-password": {
      const props = { headingLevel: 1, token: "", doneAddress: NOWHERE, action: NOWHERE } as const;
      return { title: t("resetPassword.title"), view: { name: "reset-password", props } };
    }
  }
}
