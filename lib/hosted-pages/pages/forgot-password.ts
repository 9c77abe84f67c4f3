import { fillIn } from "@coppice/auth/messages";
import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import type { HostedAnswer, HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { formFailure } from "../words/form-failure";
import { textsFor } from "../words/texts";

export async function forgotPasswordPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  const notice = await readFormNotice(ctx, "forgot-password");
  const t = textsFor(locale);
  const isSent = asked.sent !== undefined && notice?.code === undefined && notice?.email !== undefined;
  const messages = componentMessages(ctx, locale);
  const title = t("forgotPassword.title");
  if (isSent) {
    const text = fillIn(messages["forgot.sent"], { email: notice.email ?? "" });
    const links = [{ href: search.to("sign-in"), text: t("backToSignIn") }];
    return { title, view: { name: "message", props: { title: messages["forgot.title"], text, links } } };
  }
  return {
    title,
    view: {
      name: "forgot-password",
      props: {
        headingLevel: 1,
        redirectTo: search.to("reset-password"),
        action: search.to("forms/forgot-password"),
        backHref: search.to("sign-in"),
        isRequired: asked.required !== undefined,
        failure: formFailure(notice),
        defaultEmail: notice?.email,
      },
    },
  };
}
