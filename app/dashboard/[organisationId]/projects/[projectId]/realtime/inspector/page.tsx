import type { Metadata } from "next";
import { Inspector } from "@/components/dashboard/realtime/inspector/inspector";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { readData } from "@/lib/web/read-data";
import { openInspection, sendTestMessage } from "../actions";

export const metadata: Metadata = { title: "Inspector" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/realtime/inspector">;

export default async function InspectorPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const mayInspect = hasPermission(member.role, "projects:write") && project.status === "active";
  // Without the database, topics can be inspected still.
  const tables = await readData(() => listRealtimeTables(ctx, { projectId }));
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  return (
    <>
      <PageHeading title="Inspector" parent={{ href: `${home}/realtime`, label: "Realtime" }}>
        <LinkButton href={`${home}/realtime/topics`} variant="default">
          Topics
        </LinkButton>
      </PageHeading>
      {mayInspect ? (
        <Inspector
          projectId={projectId}
          tables={tables.isDone ? tables.value.items.map(({ table }) => table) : []}
          userSearch={`${home}/users/search`}
          open={openInspection.bind(null, organisationId, projectId)}
          send={sendTestMessage.bind(null, organisationId, projectId)}
        />
      ) : (
        <EmptyState
          title="You can't inspect this project"
          text="An inspection shows rows as a user of the app sees them, so developers, admins and owners of an active project can start one."
        />
      )}
    </>
  );
}
