import { fillIn } from "@coppice/auth/messages";
import { ForgotPasswordForm } from "@coppice/auth/react";
import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { COMPONENT_MESSAGES } from "@/lib/web/hosted/component-messages";
import { formFailure } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/forgot-password">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "forgotPassword.title");
}

export default async function ForgotPasswordPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const asked = await searchParams;
  const search = hostedSearch(page, asked);
  const notice = await readFormNotice(page.ctx, "forgot-password");
  const t = textsFor(page.locale);
  const messages = COMPONENT_MESSAGES[page.locale];
  const sentTo = textOf(asked.sent) !== undefined && notice?.code === undefined ? notice?.email : undefined;
  return (
    <HostedPage {...hostedFrame(page, search, "forgot-password")}>
      {sentTo === undefined ? (
        <ForgotPasswordForm
          headingLevel={1}
          action={search.to("forms/forgot-password")}
          backHref={search.to("sign-in")}
          isRequired={textOf(asked.required) !== undefined}
          failure={formFailure(notice)}
          defaultEmail={notice?.email}
        />
      ) : (
        <Message title={messages["forgot.title"]} text={fillIn(messages["forgot.sent"], { email: sentTo })}>
          <LinkList links={[{ href: search.to("sign-in"), text: t("backToSignIn") }]} />
        </Message>
      )}
    </HostedPage>
  );
}
