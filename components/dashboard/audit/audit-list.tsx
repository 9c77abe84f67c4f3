"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ListKeys } from "@/components/ui/commands/list-keys";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import rows from "@/components/ui/record-list.module.css";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import classes from "./audit-list.module.css";
import type { ListedEvent } from "./listed-event";

const load = () => import("./audit-details");
const Details = lazy(load);

/** The entries of the audit log, newest first: each a line, and a button that shows all of it at the side. */
export function AuditList({ events }: { events: readonly ListedEvent[] }) {
  const [shown, setShown] = useState<ListedEvent | null>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <ListKeys>
        <ol className={rows.list} aria-label="Audit log">
          {events.map((event) => (
            <li key={event.id} data-row>
              <UnstyledButton className={rows.row} aria-haspopup="dialog" onClick={() => setShown(event)}>
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
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </ListKeys>
      {shown && (
        <Suspense>
          <Details key={shown.id} event={shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
