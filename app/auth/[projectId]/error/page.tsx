import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { errorText } from "@/lib/web/hosted/error-text";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/error">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "error.title");
}

/** What a provider's redirect or a wrong address ends in. It says nothing that the address could make it say. */
export default async function ErrorPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const { error, redirect_to: _, ...asked } = await searchParams;
  const search = hostedSearch(page, asked);
  const t = textsFor(page.locale);
  return (
    <HostedPage {...hostedFrame(page, search, "error", { error: textOf(error) ?? "" })}>
      <Message title={t("error.title")} text={t(errorText(textOf(error)))}>
        <LinkList links={[{ href: search.to("sign-in"), text: t("backToSignIn") }]} />
      </Message>
    </HostedPage>
  );
}
