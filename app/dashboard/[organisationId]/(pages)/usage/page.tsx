import { PlanTable } from "@/components/dashboard/usage/plan-table";
import classes from "@/components/dashboard/usage/usage.module.css";
import type { UsageFigure } from "@/components/dashboard/usage/usage-charts";
import { UsageCharts } from "@/components/dashboard/usage/usage-charts";
import type { UsageRow } from "@/components/dashboard/usage/usage-table";
import { UsageTable } from "@/components/dashboard/usage/usage-table";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { planName } from "@/lib/core/plan-table";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { DAY_MS, HISTORY_DAYS, readCountHistory } from "@/lib/hosting/usage/count-history";
import { listStorage } from "@/lib/hosting/usage/list-storage";
import { showOrganisation } from "@/lib/people/organisations/show";
import { memberPage } from "@/lib/web/current-member";
import { comparePlans, countRows, storageRows, warningsOf } from "./rows";

export const metadata = { title: "Plan and usage" };

export default memberPage(async ({ organisationId, ctx, home }) => {
  const organisation = await showOrganisation(ctx, { organisationId });
  const { plan, usage, members, hostKind, managementApi } = organisation;
  const now = { databases: usage.databases.used, branches: usage.branches.used, members };
  const [kept, history, storage] = await Promise.all([
    readKept(ctx, organisationId),
    readCountHistory(ctx, { organisationId, now }),
    listStorage(ctx, { organisationId }),
  ]);
  const limited = countRows({ home, organisation, kept, history });
  const sizes = storageRows({ home, organisation, storage });
  const warnings = warningsOf([...limited, ...sizes]);
  const more = storage.measured - storage.items.length;
  return (
    <>
      <PageHeading
        title="Plan and usage"
        text={`${planName(plan)} plan on ${hostKind} hosts. Management API: ${managementApi ? "on" : "read-only"}.`}
      />
      <div className={classes.page}>
        {warnings.length > 0 && (
          <ul className={classes.warnings} aria-label="Warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        <UsageTable label="Usage" what="Organisation" rows={limited} />
        <UsageCharts figures={countFigures(limited)} days={historyDays(ctx.clock.now())} period="Last 30 days" />
        {sizes.length > 0 && (
          <section aria-labelledby="storage">
            <h2 id="storage" className="section-heading">
              Storage by database
            </h2>
            <UsageTable label="Storage by database" what="Database" period="Last 30 days" rows={sizes} />
            {more > 0 && <p className={classes.more}>And {more.toLocaleString("en")} smaller ones.</p>}
          </section>
        )}
        <section aria-labelledby="plans">
          <h2 id="plans" className="section-heading">
            Plans
          </h2>
          <PlanTable {...comparePlans({ organisation, kept, storage })} />
          <p className={classes.more}>
            How the plan is paid for is under{" "}
            <LinkAnchor inherit underline="always" href={`${home}/billing`}>
              Billing
            </LinkAnchor>
            . Limits that are the same for every plan are in the <a href="/docs/limits">documentation</a>.
          </p>
        </section>
      </div>
    </>
  );
});

/** Returns the ends of the days that the history of an organisation has, the last one now, in ISO 8601, UTC. */
function historyDays(now: Date): string[] {
  return Array.from({ length: HISTORY_DAYS }, (_, day) => {
    return new Date(now.getTime() - (HISTORY_DAYS - 1 - day) * DAY_MS).toISOString();
  });
}

/** Returns the charts of those rows that have a history: how many there were at the end of each day. */
function countFigures(rows: readonly UsageRow[]): UsageFigure[] {
  return rows
    .filter(({ history }) => history.length > 0)
    .map(({ id, name, history, limit }) => ({ id, name, limit, unit: "count", note: "by day", values: history }));
}
