import { REMOVED_ACCESS } from "@/lib/sign-in/removed-access";
import type { HostedAnswer, HostedRequest } from "../page";
import { textsFor } from "../words/texts";
import { onwardLinks } from "./back-to-app";

/**
 * The page after a sign-in, or a new password, that removed the methods that were set up before the address was proven.
 * Its texts are fixed.
 */
export async function accessRemovedPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search, asked } = request;
  const told = asked.removed?.split(",") ?? [];
  const removed = REMOVED_ACCESS.filter((each) => told.includes(each));
  const isReset = asked.reset !== undefined;
  if (removed.length === 0 || (ctx.session === null && !isReset)) return { redirect: search.returnAddress };
  const t = textsFor(locale);
  const title = t("accessRemoved.title");
  const items = removed.map((each) => t(`accessRemoved.${each}`));
  const query = { removed: removed.join(), ...(isReset && { reset: "1" }) };
  const text = t("accessRemoved.text");
  const links = isReset ? [{ href: search.to("sign-in", { reset: "1" }), text: t("goOn") }] : onwardLinks(request);
  return { title, query, view: { name: "message", props: { title, text, items, links } } };
}
