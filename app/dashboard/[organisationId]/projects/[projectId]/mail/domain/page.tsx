import { LivePage } from "@/components/dashboard/databases/live-page";
import { DnsRecords } from "@/components/dashboard/projects/sender/dns-records";
import { SenderState } from "@/components/dashboard/projects/sender/sender-state";
import { EmptyState } from "@/components/ui/empty-state";
import { LineForm } from "@/components/ui/forms/line-form";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { readSenderOverview } from "@/lib/sign-in/mail/sender/read-overview";
import { projectPage } from "@/lib/web/current-project";
import { checkSenderDomain, removeSenderDomain, rotateSenderKey, setSenderDomain } from "./actions";
import { SENDER_DOMAIN } from "./form";

export const metadata = { title: "Sender domain" };

export default projectPage(async ({ organisationId, projectId, ctx, home, may, here }) => {
  const overview = await readSenderOverview(ctx, { organisationId, projectId });
  const mayWrite = may("sender-domains:write");
  const { domain, from } = overview;
  return (
    <>
      <PageHeading
        title="Sender domain"
        text={
          domain ? null : (
            <>
              Emails come from <code>{from.address}</code>, as {from.name}.
            </>
          )
        }
      >
        <LinkButton href={`${home}/mail/bounces`} variant="default">
          Bounces
        </LinkButton>
      </PageHeading>
      {domain === null ? (
        <EmptyState
          title="Send from your own domain"
          text="Your users then see your name in every email, and mail providers trust it more. You add two or three DNS records."
        >
          {mayWrite ? (
            <LineForm form={SENDER_DOMAIN.form} action={here(setSenderDomain)} justify="center" />
          ) : (
            "Admins and owners can add a domain."
          )}
        </EmptyState>
      ) : (
        <>
          <SenderState
            overview={overview}
            domain={domain}
            changes={
              mayWrite
                ? { check: here(checkSenderDomain), rotate: here(rotateSenderKey), remove: here(removeSenderDomain) }
                : null
            }
          />
          <DnsRecords domain={domain} spfMechanism={overview.spfMechanism} />
        </>
      )}
      <LivePage isChanging={false} />
    </>
  );
});
