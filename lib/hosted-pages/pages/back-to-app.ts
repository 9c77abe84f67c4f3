import type { MessageProps } from "@/lib/hosted-pages/view/message";
import { brandName, type HostedRequest } from "../page";
import { textsFor } from "../words/texts";

type Links = NonNullable<MessageProps["links"]>;

/** Returns the link by which a visitor with a session goes on. */
export function onwardLinks({ ctx, locale, search }: Pick<HostedRequest, "ctx" | "locale" | "search">): Links {
  return ctx.session === null ? [] : [{ href: search.returnAddress, text: textsFor(locale)("goOn") }];
}

/** Returns the link back to the page's opener, if it says so; the address is one that the project trusts. */
export function backToApp({ ctx, locale, asked }: Pick<HostedRequest, "ctx" | "locale" | "asked">): Links {
  if (asked.redirect_to === undefined) return [];
  const { href } = new URL(asked.redirect_to, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
  return [{ href, text: textsFor(locale)("backToApp", { name: brandName(ctx) }) }];
}
