import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { CodeStep } from "@/components/hosted/code-step";
import { HostedPage } from "@/components/hosted/hosted-page";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { formFailure } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch } from "@/lib/web/hosted/search";

type Props = PageProps<"/auth/[projectId]/code">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "code.title");
}

export default async function CodePage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const search = hostedSearch(page, await searchParams);
  const notice = await readFormNotice(page.ctx, "code");
  if (page.ctx.session !== null) redirect(search.returnAddress as Route);
  if (notice?.email === undefined) redirect(search.to("sign-in") as Route);
  return (
    <HostedPage {...hostedFrame(page, search, "code")}>
      <CodeStep
        email={notice.email}
        number={notice.number}
        redirectTo={search.returnAddress}
        returnAddress={search.returnAddress}
        twoFactorAddress={search.to("two-factor")}
        action={search.to("forms/code")}
        failure={formFailure(notice)}
      />
    </HostedPage>
  );
}
