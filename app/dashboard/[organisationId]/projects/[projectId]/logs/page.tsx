import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { ExportMenu } from "@/components/dashboard/project-log/export-menu";
import { LogToolbar } from "@/components/dashboard/project-log/log-toolbar";
import { ProjectLog } from "@/components/dashboard/project-log/project-log";
import { logFilterOf, logQueryOf } from "@/components/dashboard/project-log/query";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
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
  const query = logQueryOf(asked);
  const parsed = ProjectLogFilter.safeParse(logFilterOf(query, ctx.clock.now()));
  const filter = parsed.success ? parsed.data : {};
  const before = typeof asked.before === "string" ? asked.before : undefined;
  const { items, nextCursor } = await orNotFound(() =>
    listProjectLog(ctx, { ...filter, organisationId, projectId, before, limit: PAGE }),
  );
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const address = `${home}/logs`;
  const isFiltered = Object.keys(filter).length > 0 || before !== undefined;
  return (
    <>
      <PageHeading title="Logs">
        <ExportMenu address={address} query={query} />
      </PageHeading>
      <LogToolbar
        address={address}
        query={query}
        count={`${items.length}${nextCursor ? " shown" : items.length === 1 ? " entry" : " entries"}`}
      />
      <ProjectLog
        home={home}
        entries={items}
        isLive={query.live !== undefined && before === undefined}
        empty={
          isFiltered ? (
            <EmptyState title="No matching entries" text="Search for something else, or remove a filter." />
          ) : (
            <EmptyState
              title="No entries yet"
              text="Your app's requests, the output of functions, sign-ins and SQL statements appear here. Requests are kept for 7 days."
            />
          )
        }
      />
      {nextCursor && (
        <Group justify="center" mt="md">
          <LinkButton href={`${address}?${new URLSearchParams({ ...query, before: nextCursor })}`} variant="default">
            {items.length < PAGE ? "Look further back" : "Older"}
          </LinkButton>
        </Group>
      )}
    </>
  );
}
