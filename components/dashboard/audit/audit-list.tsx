"use client";

import { lazy } from "react";
import { RecordList } from "@/components/ui/lists/record-list";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import rows from "@/components/ui/record-list.module.css";
import classes from "./audit-list.module.css";
import type { ListedEvent } from "./listed-event";

const load = () => import("./audit-details");
const Details = lazy(load);

/** The entries of the audit log, newest first: each a line, and a button that shows all of it at the side. */
export function AuditList({ events }: { events: readonly ListedEvent[] }) {
  return (
    <RecordList
      label="Audit log"
      entries={events}
      line={(event) => <AuditLine event={event} />}
      load={load}
      details={(event, close) => <Details event={event} close={close} />}
    />
  );
}

function AuditLine({ event }: { event: ListedEvent }) {
  return (
    <>
      <span className={rows.when}>
        <Moment at={event.createdAt} />
      </span>
      <span className={classes.who}>
        {event.actorEmail === null ? event.actor : <Person name={event.actorName} email={event.actorEmail} />}
      </span>
      <span className={classes.what}>
        {event.sentence.map(({ text, isSubject }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
          isSubject ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
      </span>
      <span className={classes.where}>{event.address}</span>
    </>
  );
}
