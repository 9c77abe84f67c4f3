import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import type { HostedAnswer, HostedRequest } from "../page";
import { formFailure } from "../words/form-failure";
import { textsFor } from "../words/texts";

/** The page that waits for a mailed code without scripts; with scripts the sign-in page itself does. */
export async function codePage({ ctx, locale, search }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session !== null) return { redirect: search.returnAddress };
  const notice = await readFormNotice(ctx, "code");
  if (notice?.email === undefined) return { redirect: search.to("sign-in") };
  return {
    title: textsFor(locale)("code.title"),
    view: {
      name: "code",
      props: {
        headingLevel: 1,
        email: notice.email,
        number: notice.number,
        redirectTo: search.returnAddress,
        returnAddress: search.returnAddress,
        twoFactorAddress: search.to("two-factor"),
        action: search.to("forms/code"),
        backHref: search.to("sign-in"),
        failure: formFailure(notice),
      },
    },
  };
}
