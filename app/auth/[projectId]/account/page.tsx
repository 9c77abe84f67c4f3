import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { Account } from "@/components/hosted/account";
import { HostedPage } from "@/components/hosted/hosted-page";
import { SignOutForm } from "@/components/hosted/sign-out-form";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch } from "@/lib/web/hosted/search";
import { textsFor } from "@/lib/web/hosted/texts";

type Props = PageProps<"/auth/[projectId]/account">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "account.title");
}

export default async function AccountPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const search = hostedSearch(page, await searchParams);
  const here = search.to("account");
  if (page.ctx.session === null) redirect(search.to("sign-in", { redirect_to: here }) as Route);
  const t = textsFor(page.locale);
  return (
    <HostedPage {...hostedFrame(page, search, "account")} isWide>
      <noscript>
        <p>{t("scripts")}</p>
      </noscript>
      <Account signedOutAddress={search.to("signed-out")} />
      <SignOutForm action={search.to("forms/sign-out")} text={t("signOut")} />
    </HostedPage>
  );
}
