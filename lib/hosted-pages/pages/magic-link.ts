import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { findOutcome, nameOf } from "@/lib/sign-in/flow/outcome";
import { describeMagicLink } from "@/lib/sign-in/magic-link/describe";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { failureText } from "../words/form-failure";
import { textsFor } from "../words/texts";
import { onwardLinks } from "./back-to-app";

/**
 * The page of a mailed link. Opening it changes nothing, since mail scanners open links; the button does (security:
 * ML-01).
 */
export async function magicLinkPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const token = asked.token ?? "";
  const { valid, needsNumber } = await describeMagicLink(ctx, token);
  const t = textsFor(locale);
  const title = t("magicLink.title", { name: brandName(ctx) });
  if (!valid) {
    const done = await findOutcome(ctx, nameOf({ kind: "sign-in-link", secret: token }));
    if (done !== null) return { redirect: done };
    const links = [...onwardLinks({ ctx, locale, search }), { href: search.to("sign-in"), text: t("newLink") }];
    return { title, view: { name: "message", props: { title, text: t("magicLink.invalid"), links } } };
  }
  const field = { name: "number", label: t("magicLink.number"), type: "text", autoComplete: "off" } as const;
  return {
    title,
    query: { token },
    view: {
      name: "posted-form",
      props: {
        title,
        text: t(needsNumber ? "magicLink.numberText" : "magicLink.text"),
        action: search.to("forms/open-magic-link", { token }),
        hiddenFields: { token },
        failure: failureText(ctx, locale, await readFormNotice(ctx, "magic-link")),
        ...(needsNumber && { field: { ...field, inputMode: "numeric" } }),
        button: t("magicLink.button"),
      },
    },
  };
}
