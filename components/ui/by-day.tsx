"use client";

import { Fragment, type ReactNode } from "react";
import classes from "./by-day.module.css";
import { ListKeys } from "./commands/list-keys";
import { dayText } from "./moment-text";
import { useHydrated } from "./use-hydrated";

interface Entry {
  key: string;
  /** ISO 8601, UTC. */
  at: string;
  /** A list item. */
  row: ReactNode;
}

const DAY_MS = 86_400_000;

/** A list, newest first, with a heading for each day of the reader's time zone; without JavaScript of UTC. */
export function ByDay({ label, entries }: { label: string; entries: readonly Entry[] }) {
  const isHydrated = useHydrated();
  const days = Map.groupBy(entries, ({ at }) => dayText(at, isHydrated));
  const now = Date.now();
  const names = new Map([
    [dayText(new Date(now).toISOString(), isHydrated), "Today"],
    [dayText(new Date(now - DAY_MS).toISOString(), isHydrated), "Yesterday"],
  ]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label}>
      <ListKeys>
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h2 className={classes.day} suppressHydrationWarning>
              {names.get(day) ?? day}
            </h2>
            <ol className={classes.list} aria-label={day}>
              {ofDay.map(({ key, row }) => (
                <Fragment key={key}>{row}</Fragment>
              ))}
            </ol>
          </section>
        ))}
      </ListKeys>
    </div>
  );
}
