import { RangeSwitch } from "@/components/dashboard/charts/range-switch";
import { SignInCharts } from "@/components/dashboard/sign-in-counts/sign-in-charts";
import { AskWhy } from "@/components/dashboard/sign-in-events/ask-why";
import { EventLog } from "@/components/dashboard/sign-in-events/event-log";
import { EVENT_LIST, eventFilterOf } from "@/components/dashboard/sign-in-events/list";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, readListQuery } from "@/components/ui/lists/define-list";
import { ExportMenu } from "@/components/ui/lists/export-menu";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { SecurityEventFilter } from "@/lib/sign-in/events/filter";
import { listSecurityEvents } from "@/lib/sign-in/events/list";
import { listSignInCounts } from "@/lib/sign-in/events/sign-in-counts/list";
import { isSignInRange, SIGN_IN_RANGES } from "@/lib/sign-in/events/sign-in-counts/ranges";
import { inWords } from "@/lib/sign-in/events/titles";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { projectPage } from "@/lib/web/current-project";
import { eventChoices } from "@/lib/web/sign-in-events";

export const metadata = { title: "Events" };

const PAGE = 50;
const RANGES = Object.keys(SIGN_IN_RANGES);

export default projectPage(async ({ organisationId, projectId, ctx, home, asked }) => {
  const query = readListQuery(EVENT_LIST, asked);
  const filter = SecurityEventFilter.catch({}).parse(eventFilterOf(query, ctx.clock.now()));
  const before = askedText(asked.before);
  const range = isSignInRange(query.range) ? query.range : "7d";
  const isAboutSomeone = query.about !== undefined || before !== undefined;
  const [{ items, nextCursor }, counts, providers] = await Promise.all([
    listSecurityEvents(ctx, { ...filter, organisationId, projectId, before, limit: PAGE }),
    isAboutSomeone ? null : listSignInCounts(ctx, { organisationId, projectId, range }),
    listProviders(ctx, { organisationId, projectId }),
  ]);
  const address = `${home}/events`;
  return (
    <>
      <PageHeading title="Events">
        <ExportMenu address={address} query={query} formats={["csv", "ndjson"]} />
      </PageHeading>
      <AskWhy home={home} about="" />
      {counts && (
        <SignInCharts
          counts={counts}
          end={<RangeSwitch base={address} ranges={RANGES} current={range} query={query} />}
        />
      )}
      <FilteredList
        {...{ list: EVENT_LIST, address, query, items, nextCursor, before }}
        choices={eventChoices(providers)}
        most={PAGE}
        none={
          <EmptyState
            title="No events yet"
            text="Every sign-in, sign-up and refusal of your app will be here, with its true reason."
          />
        }
      >
        <EventLog home={home} events={items.map(inWords)} />
      </FilteredList>
      {query.live !== undefined && before === undefined && <LiveLog />}
    </>
  );
});
