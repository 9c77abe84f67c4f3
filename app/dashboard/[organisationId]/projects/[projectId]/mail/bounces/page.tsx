import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { BouncingTable } from "@/components/dashboard/projects/sender/bouncing-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { liftBounce } from "./actions";

export const metadata: Metadata = { title: "Bounces" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/mail/bounces">;

export default async function BouncesPage({ params, searchParams }: Props) {
  const { organisationId, projectId } = await params;
  const { after: asked } = await searchParams;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const after = typeof asked === "string" ? asked.slice(0, 254) : undefined;
  const { items, nextAfter } = await orNotFound(() => listBouncingAddresses(ctx, { organisationId, projectId, after }));
  const mayWrite = project.status === "active" && hasPermission(member.role, "users:write");
  const home = `/dashboard/${organisationId}/projects/${projectId}/mail`;
  return (
    <>
      <PageHeading
        title="Bounces"
        text="These addresses don't exist, as their mail servers say, so no more emails are sent to them."
      >
        <LinkButton href={`${home}/domain`} variant="default">
          Sender domain
        </LinkButton>
      </PageHeading>
      {items.length > 0 ? (
        <BouncingTable addresses={items} lift={mayWrite ? liftBounce.bind(null, organisationId, projectId) : null} />
      ) : (
        <EmptyState
          title="No bounces"
          text="An address that its mail server refuses for good is listed here, with the reason."
        />
      )}
      {nextAfter && (
        <Group justify="center" mt="md">
          <LinkButton href={`${home}/bounces?${new URLSearchParams({ after: nextAfter })}`} variant="default">
            More
          </LinkButton>
        </Group>
      )}
    </>
  );
}
