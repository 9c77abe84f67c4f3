import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { LinkList } from "@/components/hosted/link-list";
import { Message } from "@/components/hosted/message";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/signed-out">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "signedOut.title");
}

export default async function SignedOutPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const search = hostedSearch(page, await searchParams);
  const t = textsFor(page.locale);
  return (
    <HostedPage {...hostedFrame(page, search, "signed-out")}>
      <Message title={t("signedOut.title")} text={t("signedOut.text")}>
        <LinkList links={[{ href: search.to("sign-in"), text: t("signInAgain") }]} />
      </Message>
    </HostedPage>
  );
}
