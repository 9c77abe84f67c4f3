import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { ReportList } from "@/components/dashboard/administration/report-list";
import { ReportToolbar } from "@/components/dashboard/administration/report-toolbar";
import { EmptyState } from "@/components/ui/empty-state";
import { filteredAddress } from "@/components/ui/filtered-address";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { requireOperatorAccount } from "@/lib/web/current-operator";
import { resolveReport } from "./actions";

export const metadata: Metadata = { title: "Abuse reports" };

const ADDRESS = "/dashboard/admin";
const Query = ListAbuseReportsInput.omit({ limit: true }).strip();

export default async function AbuseReportsPage({ searchParams }: PageProps<"/dashboard/admin">) {
  const { ctx } = await requireOperatorAccount();
  const parsed = Query.safeParse(await searchParams);
  const asked = parsed.success ? parsed.data : Query.parse({});
  const { items, nextCursor } = await listAbuseReports(ctx, { ...asked, limit: 50 });
  const { status, severity } = asked;
  const query = { ...(status === "resolved" && { status }), ...(severity && { severity }) };
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHeading title="Abuse reports" />
      <ReportToolbar address={ADDRESS} query={query} count={`${items.length}${nextCursor ? " shown" : ` ${status}`}`} />
      {/* It stays when its last report is resolved, to say so. */}
      <ReportList reports={items} resolve={resolveReport} />
      {items.length === 0 && (
        <EmptyState
          title={isFiltered ? "No matching reports" : "No open reports"}
          text={
            isFiltered
              ? "Remove a filter to see others."
              : "Anyone can report a project of this service. New reports wait here, the most severe first."
          }
        />
      )}
      {nextCursor && (
        <Group justify="center" mt="md">
          <LinkButton href={filteredAddress(ADDRESS, { ...query, cursor: nextCursor })} variant="default">
            More
          </LinkButton>
        </Group>
      )}
    </>
  );
}
