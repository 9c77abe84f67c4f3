import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { findFlow } from "@/lib/sign-in/flow/flow";
import type { HostedAnswer, HostedRequest } from "../page";
import { formFailure } from "../words/form-failure";
import { textsFor } from "../words/texts";

export async function twoFactorPage({ ctx, locale, search, asked }: HostedRequest): Promise<HostedAnswer> {
  if (ctx.session !== null) return { redirect: search.returnAddress };
  const failure = formFailure(await readFormNotice(ctx, "two-factor"));
  // A code that came too late is told of here; without one, nobody has begun a sign-in.
  if (!failure && (await findFlow(ctx, "two-factor")) === null) return { redirect: search.to("sign-in") };
  const isBackup = asked.with === "backup-code";
  const query = isBackup ? { with: "backup-code" } : undefined;
  return {
    title: textsFor(locale)("twoFactor.title"),
    ...(query && { query }),
    view: {
      name: "two-factor",
      props: {
        headingLevel: 1,
        returnAddress: search.returnAddress,
        startsWithBackupCode: isBackup,
        showTrustDevice: ctx.project.settings.twoFactor.trustedDeviceDays > 0,
        action: search.to("forms/two-factor"),
        backupAction: search.to("forms/backup-code", { with: "backup-code" }),
        appHref: search.to("two-factor"),
        backupHref: search.to("two-factor", { with: "backup-code" }),
        backHref: search.to("sign-in"),
        failure,
      },
    },
  };
}
