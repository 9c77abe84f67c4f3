"use client";

import { lazy } from "react";
import { RecordList } from "@/components/ui/lists/record-list";
import { Moment } from "@/components/ui/moment";
import rows from "@/components/ui/record-list.module.css";
import type { ListedSecurityEvent } from "@/lib/sign-in/events/resource";
import { browserName } from "../account/browser-name";
import { wayWords } from "../projects/way-words";
import classes from "./event-log.module.css";

const load = () => import("./event-details");
const Details = lazy(load);

interface Props {
  /** The address of the project. */
  home: string;
  events: readonly ListedSecurityEvent[];
}

/** The sign-in events of a project, newest first: each a line, and a button that shows all of it at the side. */
export function EventLog({ home, events }: Props) {
  return (
    <RecordList
      label="Events"
      entries={events}
      line={(event) => <EventLine event={event} />}
      load={load}
      details={(event, close) => <Details home={home} event={event} close={close} />}
    />
  );
}

function EventLine({ event }: { event: ListedSecurityEvent }) {
  const { title, step, method, outcome, email, userId, userAgent, address, createdAt } = event;
  const how = [step, method === null ? null : wayWords(method)].filter(Boolean).join(", ");
  const where = [userAgent ? browserName(userAgent) : null, address].filter(Boolean).join(", ");
  return (
    <>
      <span className={rows.when}>
        <Moment at={createdAt} />
      </span>
      <span className={classes.what}>
        <span className={classes.dot} data-outcome={outcome} aria-hidden />
        <b>{title}</b>
        {how && <span>{how}</span>}
      </span>
      <span className={classes.who}>{email ?? userId ?? "Unknown"}</span>
      <span className={classes.where}>{where}</span>
    </>
  );
}
