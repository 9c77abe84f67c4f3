import { CountList } from "@/components/dashboard/administration/count-list";
import { DegradedBanner } from "@/components/dashboard/administration/degraded-banner";
import { ReliabilityTable } from "@/components/dashboard/administration/reliability-table";
import classes from "@/components/dashboard/administration/sign-ins.module.css";
import { wayWords } from "@/components/dashboard/projects/way-words";
import { SignInCharts } from "@/components/dashboard/sign-in-counts/sign-in-charts";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { PageHeading } from "@/components/ui/page-heading";
import { listSignInHours } from "@/lib/services/auth-reliability/list-hours";
import { readAuthReliability } from "@/lib/services/auth-reliability/read";
import { operatorPage } from "@/lib/web/current-operator";
import { pageContext } from "@/lib/web/page-context";

export const metadata = { title: "Sign-ins" };

export default operatorPage(async ({ ctx: { actor } }) => {
  const ctx = await pageContext(actor);
  const [reliability, hours] = await Promise.all([readAuthReliability(ctx), listSignInHours(ctx)]);
  const day = reliability.windows["24h"];
  const methods = Object.entries(day.byMethod).map(([method, { attempted }]) => [wayWords(method), attempted] as const);
  return (
    <>
      <PageHeading
        title="Sign-ins"
        text="Of all projects. Failed are those that the service answered with an error of its own."
      />
      <DegradedBanner degraded={reliability.degraded} />
      <SignInCharts counts={hours} end={null} />
      <ReliabilityTable reliability={reliability} />
      <div className={classes.lists}>
        <CountList title="Refused, by reason" counts={Object.entries(day.refusedByReason)} isCode />
        <CountList title="Attempts, by method" counts={methods} />
      </div>
      <LiveLog />
    </>
  );
});
