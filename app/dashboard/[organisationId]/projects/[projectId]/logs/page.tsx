import { LOG_LIST, logFilterOf } from "@/components/dashboard/project-log/list";
import { ProjectLog } from "@/components/dashboard/project-log/project-log";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, readListQuery } from "@/components/ui/lists/define-list";
import { ExportMenu } from "@/components/ui/lists/export-menu";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { ProjectLogFilter } from "@/lib/services/project-logs/filter";
import { listProjectLog } from "@/lib/services/project-logs/list";
import { projectPage } from "@/lib/web/current-project";

export const metadata = { title: "Logs" };

const PAGE = 100;

export default projectPage(async ({ organisationId, projectId, ctx, home, asked }) => {
  const query = readListQuery(LOG_LIST, asked);
  const filter = ProjectLogFilter.catch({}).parse(logFilterOf(query, ctx.clock.now()));
  const before = askedText(asked.before);
  const { items, nextCursor } = await listProjectLog(ctx, {
    ...filter,
    organisationId,
    projectId,
    before,
    limit: PAGE,
  });
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
});
