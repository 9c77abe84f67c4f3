import type { MessageProps } from "@/lib/hosted-pages/view/message";
import { brandName, type HostedRequest } from "../page";
import { textsFor } from "../words/texts";

type Links = NonNullable<MessageProps["links"]>;

/** Returns the link to where the page was opened from, if it says so; the address is one that the project trusts. */
export function backToApp({ ctx, locale, asked }: Pick<HostedRequest, "ctx" | "locale" | "asked">): Links {
  if (asked.redirect_to === undefined) return [];
  const { href } = new URL(asked.redirect_to, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
  return [{ href, text: textsFor(locale)("backToApp", { name: brandName(ctx) }) }];
}
