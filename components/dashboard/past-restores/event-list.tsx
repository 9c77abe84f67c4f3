"use client";

import type { ReactNode } from "react";
import { ByDay } from "@/components/ui/by-day";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import classes from "./past-restores.module.css";

export interface PastEvent {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Such as `Restore point`. */
  kind: string;
  label: ReactNode;
  /** Whether the database can be restored as it was then. */
  isRestorable: boolean;
}

interface Props {
  events: readonly PastEvent[];
  /** Asks for the name and the time to restore to; `null` for those who may not. */
  ask: ((at: string) => void) | null;
}

/** The events of a database, newest first, by day, each with a way back to the moment before. */
export function EventList({ events, ask }: Props) {
  return (
    <ByDay
      label="Events"
      entries={events.map(({ id, at, kind, label, isRestorable }) => ({
        key: id,
        at,
        row: (
          <li className={classes.row} data-row>
            <span className={classes.time}>
              <Moment at={at} form="time" />
            </span>
            <span className={classes.kind}>{kind}</span>
            <span className={classes.label}>{label}</span>
            {ask && isRestorable && (
              <ScriptButton size="compact-sm" variant="default" onClick={() => ask(at)}>
                Restore to before this
              </ScriptButton>
            )}
          </li>
        ),
      }))}
    />
  );
}
