import { Inspector } from "@/components/dashboard/realtime/inspector/inspector";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { projectPage } from "@/lib/web/current-project";
import { readData } from "@/lib/web/read-data";
import { openInspection, sendTestMessage } from "../actions";

export const metadata = { title: "Inspector" };

export default projectPage(async ({ projectId, ctx, home, may, here }) => {
  const mayInspect = may("projects:write");
  // Without the database, topics can be inspected still.
  const tables = await readData(() => listRealtimeTables(ctx, { projectId }));
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
          open={here(openInspection)}
          send={here(sendTestMessage)}
        />
      ) : (
        <EmptyState
          title="You can't inspect this project"
          text="An inspection shows rows as a user of the app sees them, so developers, admins and owners of an active project can start one."
        />
      )}
    </>
  );
});
