import { ByDay } from "@/components/ui/by-day";
import { Moment } from "@/components/ui/moment";
import { OpeningRow } from "@/components/ui/opening-row";
import { StatusWord } from "@/components/ui/status-word";
import type { HostEvent } from "@/lib/hosting/guard/resource";
import classes from "./event-list.module.css";
import { eventWords } from "./words";

const KINDS: Readonly<Record<string, "good" | "warning">> = { opened: "good", warned: "warning" };

/** The events of the host's guard, newest first, by day; a row opens to its advice. */
export function EventList({ events }: { events: readonly HostEvent[] }) {
  return (
    <ByDay label="Events" entries={events.map((event) => ({ key: event.id, at: event.at, row: <Row of={event} /> }))} />
  );
}

function Row({ of: event }: { of: HostEvent }) {
  const { what, why, todo } = eventWords(event);

  return (
    <OpeningRow
      line={
        <>
          <span className={classes.time}>
            <Moment at={event.at} form="time" />
          </span>
          <span className={classes.what}>
            <StatusWord kind={KINDS[event.act] ?? "bad"}>{what}</StatusWord>
          </span>
          <span className={classes.why}>{why}</span>
        </>
      }
    >
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>
          <Moment at={event.at} form="exact" />
        </dd>
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>What to do</dt>
        <dd>{todo}</dd>
      </dl>
    </OpeningRow>
  );
}
