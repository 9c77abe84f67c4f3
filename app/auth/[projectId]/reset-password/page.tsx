import { ResetPasswordForm } from "@coppice/auth/react";
import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { describeResetLink } from "@/lib/auth/password/reset";
import { formFailure } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/reset-password">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "resetPassword.title");
}

export default async function ResetPasswordPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const asked = await searchParams;
  const search = hostedSearch(page, asked);
  const token = textOf(asked.token) ?? "";
  const { valid } = await describeResetLink(page.ctx, token);
  const t = textsFor(page.locale);
  const { minLength } = page.ctx.tenant.settings.password;
  return (
    <HostedPage {...hostedFrame(page, search, "reset-password", { token })}>
      {valid ? (
        <ResetPasswordForm
          headingLevel={1}
          token={token}
          passwordMinLength={minLength}
          action={search.to("forms/reset-password", { token })}
          failure={formFailure(await readFormNotice(page.ctx, "reset-password"))}
        />
      ) : (
        <Message title={t("resetPassword.title")} text={t("magicLink.invalid")}>
          <LinkList links={[{ href: search.to("forgot-password"), text: t("newLink") }]} />
        </Message>
      )}
    </HostedPage>
  );
}
