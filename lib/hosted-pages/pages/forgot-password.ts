import { readFormNotice, readTypedEmail } from "@/lib/hosted-pages/forms/notice";
import type { HostedAnswer, HostedRequest } from "../page";
import { formFailure } from "../words/form-failure";
import { textsFor } from "../words/texts";

/** The page that asks for a mail, and then for its code and a new password. */
export async function forgotPasswordPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const notice = await readFormNotice(ctx, "forgot-password");
  const isRequired = asked.required !== undefined;
  const isSent = (asked.sent !== undefined || isRequired) && notice?.email !== undefined;
  const kept: Record<string, string> = { ...(isRequired && { required: "1" }), ...(isSent && { sent: "1" }) };
  return {
    title: textsFor(locale)("forgotPassword.title"),
    query: kept,
    view: {
      name: "forgot-password",
      props: {
        headingLevel: 1,
        redirectTo: search.to("reset-password"),
        action: search.to("forms/forgot-password"),
        codeAction: search.to("forms/reset-code", kept),
        doneAddress: search.to("sign-in", { reset: "1" }),
        backHref: search.to("sign-in"),
        isRequired,
        ...(isSent && { sentTo: notice.email }),
        failure: formFailure(notice),
        defaultEmail: await readTypedEmail(ctx),
      },
    },
  };
}
