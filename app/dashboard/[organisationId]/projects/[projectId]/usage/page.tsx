import classes from "@/components/dashboard/usage/usage.module.css";
import { UsageCharts } from "@/components/dashboard/usage/usage-charts";
import { UsageTable } from "@/components/dashboard/usage/usage-table";
import { LinkAnchor, LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { getProjectUsage } from "@/lib/services/usage/get";
import { listUsageDays } from "@/lib/services/usage/list-days";
import { projectPage } from "@/lib/web/current-project";
import { daysOf, usageFigures } from "./figures";
import { monthOf } from "./months";
import { usageRows } from "./rows";

export const metadata = { title: "Usage" };

export default projectPage(async ({ organisationId, projectId, ctx, home, asked: { month: asked } }) => {
  const { name, previous, next, from, until } = monthOf(asked, ctx.clock.now());
  const period = { projectId, from, until };
  const [usage, days] = await Promise.all([getProjectUsage(ctx, period), listUsageDays(ctx, period)]);
  const address = `${home}/usage`;
  return (
    <>
      <PageHeading title="Usage" text={`${name}, UTC`}>
        {previous && (
          <LinkButton href={`${address}?month=${previous}`} variant="default">
            Previous month
          </LinkButton>
        )}
        {next && (
          <LinkButton href={`${address}?month=${next}`} variant="default">
            Next month
          </LinkButton>
        )}
      </PageHeading>
      <div className={classes.page}>
        <UsageTable label="Usage" what="Project" rows={usageRows(usage)} />
        <p className={classes.more}>
          Limits come from the plan:{" "}
          <LinkAnchor inherit underline="always" href={`/dashboard/${organisationId}/billing`}>
            Billing
          </LinkAnchor>
        </p>
        <UsageCharts figures={usageFigures(usage, days)} days={daysOf(usage)} period={name} />
      </div>
    </>
  );
});
