import { Text } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import type { HostEvent } from "@/lib/hosting/guard/resource";
import classes from "./event-list.module.css";
import { eventWords } from "./words";

/** What the guard of the host did, newest first. */
export function EventList({ events }: { events: readonly HostEvent[] }) {
  return (
    <ol className={classes.list} aria-label="Events">
      {events.map((event) => {
        const { what, why, todo } = eventWords(event);
        return (
          <li key={event.id} className={classes.item}>
            <div className={classes.head}>
              <Text fw={600}>{what}</Text>
              <Text size="sm" c="dimmed">
                <Moment at={event.at} />
              </Text>
            </div>
            <Text size="sm">{why}</Text>
            <Text size="sm" mt={4}>
              <b>What to do:</b> {todo}
            </Text>
          </li>
        );
      })}
    </ol>
  );
}
