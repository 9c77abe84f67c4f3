import { ReportList } from "@/components/dashboard/administration/report-list";
import classes from "@/components/dashboard/administration/reports.module.css";
import { SEVERITY_WORDS } from "@/components/dashboard/administration/words";
import { Keys } from "@/components/ui/commands/keys";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, defineList, readListQuery } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { operatorPage } from "@/lib/web/current-operator";
import { resolveReport } from "./actions";

export const metadata = { title: "Abuse reports" };

const ADDRESS = "/dashboard/admin";
const LIST = defineList({
  noun: "report",
  filters: [
    { name: "status", choices: [{ id: "resolved", label: "Resolved" }] },
    {
      name: "severity",
      menu: "Severity",
      choices: Object.entries(SEVERITY_WORDS).map(([id, label]) => ({ id, label })),
    },
  ],
});

const Query = ListAbuseReportsInput.omit({ limit: true });

export default operatorPage(async ({ ctx, asked }) => {
  const [query, before] = [readListQuery(LIST, asked), askedText(asked.before)];
  const input = Query.catch({ status: "open" }).parse({ ...query, cursor: before });
  const { items, nextCursor } = await listAbuseReports(ctx, { ...input, limit: 50 });
  return (
    <>
      <PageHeading title="Abuse reports" />
      <FilteredList
        {...{ list: LIST, address: ADDRESS, query, items, nextCursor, before }}
        none={
          <EmptyState
            title="No open reports"
            text="Anyone can report a project of this service. New reports wait here, the most severe first."
          />
        }
        controls={
          <span className={classes.hint}>
            <Keys keys="j k" /> to move, <Keys keys="Enter" /> to open
          </span>
        }
      >
        {(notice) => (
          <>
            {/* It stays when its last report is resolved, to say so. */}
            <ReportList reports={items} resolve={resolveReport} />
            {notice}
          </>
        )}
      </FilteredList>
    </>
  );
});
