import { EventList } from "@/components/dashboard/guard/event-list";
import { ListPage } from "@/components/ui/lists/list-page";
import { OlderLink } from "@/components/ui/lists/older-link";
import { listHostEvents } from "@/lib/hosting/guard/list-events";
import { databasePage } from "@/lib/web/current-database";

export const metadata = { title: "Events" };

export default databasePage(async ({ databaseId, ctx, home, asked: { before } }) => {
  const cursor = typeof before === "string" ? before : undefined;
  const { events, next } = await listHostEvents(ctx, { databaseId, before: cursor });
  const here = `${home}/events`;
  return (
    <>
      <ListPage
        heading={{
          title: "Events",
          text: "The host's actions in the last 90 days to keep databases from affecting each other",
        }}
        isEmpty={events.length === 0}
        empty={{
          title: "No events",
          text: "If a session uses more than its share of the host, or the database gets too large, you'll see here the incident, its reason and the remedy.",
        }}
      >
        <EventList events={events} />
      </ListPage>
      <OlderLink address={here} query={{}} cursor={next} />
    </>
  );
});
