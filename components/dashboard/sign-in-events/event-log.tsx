"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ListKeys } from "@/components/ui/commands/list-keys";
import { Moment } from "@/components/ui/moment";
import rows from "@/components/ui/record-list.module.css";
import { useWhenIdle } from "@/components/ui/use-when-idle";
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
  const [shown, setShown] = useState<ListedSecurityEvent | null>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <ListKeys>
        <ol className={rows.list} aria-label="Events">
          {events.map((event) => (
            <li key={event.id} data-row>
              <UnstyledButton className={rows.row} aria-haspopup="dialog" onClick={() => setShown(event)}>
                <EventLine event={event} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </ListKeys>
      {shown && (
        <Suspense>
          <Details key={shown.id} home={home} event={shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
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
