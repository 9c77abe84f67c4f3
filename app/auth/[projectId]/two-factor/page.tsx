import type { Metadata } from "next";
import { HostedPage } from "@/components/hosted/hosted-page";
import { TwoFactorStep } from "@/components/hosted/two-factor-step";
import { readFormNotice } from "@/lib/auth/forms/notice";
import { formFailure } from "@/lib/web/hosted/form-failure";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch, textOf } from "@/lib/web/hosted/search";

type Props = PageProps<"/auth/[projectId]/two-factor">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "twoFactor.title");
}

export default async function TwoFactorPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const asked = await searchParams;
  const search = hostedSearch(page, asked);
  const isBackup = textOf(asked.with) === "backup-code";
  const { trustedDeviceDays } = page.ctx.tenant.settings.twoFactor;
  return (
    <HostedPage {...hostedFrame(page, search, "two-factor")}>
      <TwoFactorStep
        returnAddress={search.returnAddress}
        startsWithBackupCode={isBackup}
        showTrustDevice={trustedDeviceDays > 0}
        action={search.to("forms/two-factor")}
        backupAction={search.to("forms/backup-code")}
        appHref={search.to("two-factor")}
        backupHref={search.to("two-factor", { with: "backup-code" })}
        failure={formFailure(await readFormNotice(page.ctx, "two-factor"))}
      />
    </HostedPage>
  );
}
