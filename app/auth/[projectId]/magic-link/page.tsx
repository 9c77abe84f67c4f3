import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { PostedField, PostedForm } from "@/components/hosted/posted-form";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { describeMagicLink } from "@/lib/auth/magic-link/describe";
import { failureText } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/magic-link">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "signIn.title");
}

/** Opening it changes nothing, since mail scanners open links: the button does (security: ML-01). */
export default async function MagicLinkPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const asked = await searchParams;
  const search = hostedSearch(page, asked);
  const token = textOf(asked.token) ?? "";
  const { valid, needsNumber } = await describeMagicLink(page.ctx, token);
  const t = textsFor(page.locale);
  const { name, settings } = page.ctx.tenant;
  const title = t("magicLink.title", { name: settings.brand.name ?? name });
  const notice = await readFormNotice(page.ctx, "magic-link");
  return (
    <HostedPage {...hostedFrame(page, search, "magic-link", { token })}>
      {valid ? (
        <PostedForm
          title={title}
          text={t(needsNumber ? "magicLink.numberText" : "magicLink.text")}
          action={search.to("forms/open-magic-link", { token })}
          hiddenFields={{ token }}
          failure={failureText(page.locale, notice)}
          button={t("magicLink.button")}
        >
          {needsNumber && (
            <PostedField
              name="number"
              label={t("magicLink.number")}
              type="text"
              autoComplete="off"
              inputMode="numeric"
            />
          )}
        </PostedForm>
      ) : (
        <Message title={title} text={t("magicLink.invalid")}>
          <LinkList links={[{ href: search.to("sign-in"), text: t("newLink") }]} />
        </Message>
      )}
    </HostedPage>
  );
}
