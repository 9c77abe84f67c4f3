import type { Metadata } from "next";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { DnsRecords } from "@/components/dashboard/projects/sender/dns-records";
import { SenderState } from "@/components/dashboard/projects/sender/sender-state";
import { EmptyState } from "@/components/ui/empty-state";
import { LineForm } from "@/components/ui/forms/line-form";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { readSenderOverview } from "@/lib/sign-in/mail/sender/read-overview";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { checkSenderDomain, removeSenderDomain, rotateSenderKey, setSenderDomain } from "./actions";
import { SENDER_DOMAIN } from "./form";

export const metadata: Metadata = { title: "Sender domain" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/mail/domain">;

export default async function SenderDomainPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const overview = await orNotFound(() => readSenderOverview(ctx, { organisationId, projectId }));
  const mayWrite = project.status === "active" && hasPermission(member.role, "sender-domains:write");
  const here = [organisationId, projectId] as const;
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
        <LinkButton href={`/dashboard/${organisationId}/projects/${projectId}/mail/bounces`} variant="default">
          Bounces
        </LinkButton>
      </PageHeading>
      {domain === null ? (
        <EmptyState
          title="Send from your own domain"
          text="Your users then see your name in every email, and mail providers trust it more. You add two or three DNS records."
        >
          {mayWrite ? (
            <LineForm form={SENDER_DOMAIN.form} action={setSenderDomain.bind(null, ...here)} justify="center" />
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
                ? {
                    check: checkSenderDomain.bind(null, ...here),
                    rotate: rotateSenderKey.bind(null, ...here),
                    remove: removeSenderDomain.bind(null, ...here),
                  }
                : null
            }
          />
          <DnsRecords domain={domain} spfMechanism={overview.spfMechanism} />
        </>
      )}
      <LivePage isChanging={false} />
    </>
  );
}
