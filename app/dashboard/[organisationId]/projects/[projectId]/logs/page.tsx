import type { Metadata } from "next";
import { LOG_LIST, logFilterOf } from "@/components/dashboard/project-log/list";
import { ProjectLog } from "@/components/dashboard/project-log/project-log";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, readListQuery } from "@/components/ui/lists/define-list";
import { ExportMenu } from "@/components/ui/lists/export-menu";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { ProjectLogFilter } from "@/lib/services/project-logs/filter";
import { listProjectLog } from "@/lib/services/project-logs/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";

export const metadata: Metadata = { title: "Logs" };

const PAGE = 100;

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/logs">;

export default async function ProjectLogsPage({ params, searchParams }: Props) {
  const [{ organisationId, projectId }, asked] = await Promise.all([params, searchParams]);
  const { ctx } = await requireProjectPage(organisationId, projectId);
  const query = readListQuery(LOG_LIST, asked);
  const parsed = ProjectLogFilter.safeParse(logFilterOf(query, ctx.clock.now()));
  const filter = parsed.success ? parsed.data : {};
  const before = askedText(asked.before);
  const { items, nextCursor } = await orNotFound(() =>
    listProjectLog(ctx, { ...filter, organisationId, projectId, before, limit: PAGE }),
  );
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const address = `${home}/logs`;
  return (
    <>
      <PageHeading title="Logs">
        <ExportMenu address={address} query={query} />
      </PageHeading>
      <FilteredList
        {...{ list: LOG_LIST, address, query, items, nextCursor, before }}
        most={PAGE}
        none={
          <EmptyState
            title="No entries yet"
            text="Your app's requests, the output of functions, sign-ins and SQL statements appear here. Requests are kept for 7 days."
          />
        }
      >
        {(notice) => (
          <ProjectLog
            home={home}
            entries={items}
            isLive={query.live !== undefined && before === undefined}
            empty={notice}
          />
        )}
      </FilteredList>
    </>
  );
}
