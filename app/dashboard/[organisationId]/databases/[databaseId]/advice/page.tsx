import { Alert } from "@mantine/core";
import { AdviceList } from "@/components/dashboard/advice/advice-list";
import { SlowRuns } from "@/components/dashboard/advice/slow-runs";
import { SlowStatements } from "@/components/dashboard/advice/slow-statements";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import type { Context } from "@/lib/core/context";
import { listAdvice } from "@/lib/sql/advice/list";
import { listSlowRuns } from "@/lib/sql/advice/list-slow-runs";
import { listSlowStatements } from "@/lib/sql/advice/list-slow-statements";
import type { AdviceReport } from "@/lib/sql/advice/resource";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

export const metadata = { title: "Advice" };

export default databasePage(async ({ databaseId, ctx, home }) => {
  const [report, slow] = await Promise.all([
    readData(() => listAdvice(ctx, { databaseId })),
    readData(() => readSlow(ctx, databaseId)),
  ]);
  const editor = { databaseId, editor: `${home}/sql` };
  return (
    <>
      <PageHeading
        title="Advice"
        text={
          report.isDone ? (
            <>
              Possible improvements to security and speed. Scans and rows have been counted since{" "}
              <Moment at={report.value.countedSince} form="exact" />.
            </>
          ) : null
        }
      />
      {report.isDone ? (
        <Report report={report.value} databaseId={databaseId} home={home} />
      ) : (
        <Refusal message={report.message} />
      )}
      {slow.isDone && slow.value.measured !== null && <SlowStatements {...editor} statements={slow.value.measured} />}
      {slow.isDone && slow.value.measured === null && <SlowRuns {...editor} runs={slow.value.runs} />}
      {!slow.isDone && report.isDone && <Refusal message={slow.message} />}
    </>
  );
});

/** Reads the statements that the host measures; where it does not, the slowest ones of the history. */
async function readSlow(ctx: Context, databaseId: string) {
  const measured = await listSlowStatements(ctx, { databaseId });
  return { measured, runs: measured === null ? await listSlowRuns(ctx, { databaseId }) : [] };
}

function Report({ report, ...place }: { report: AdviceReport; databaseId: string; home: string }) {
  const { advice, unchecked } = report;
  return (
    <>
      {unchecked.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          Not checked, or only in part, as it would have taken too long: {unchecked.join(", ")}.
        </Alert>
      )}
      {advice.length === 0 ? (
        <EmptyState
          title="No advice"
          text="If a table is open to users of your app, an index is missing or a sequence runs out, you'll see it here with the statement that mends it."
        />
      ) : (
        <>
          <AdviceList area="security" advice={advice} {...place} />
          <AdviceList area="performance" advice={advice} {...place} />
        </>
      )}
    </>
  );
}
