"use client";

import { momentInZones } from "./moment-in-zones";
import classes from "./value-panel.module.css";

/** A timestamp in UTC and in the reader's own time. One without a time zone is no moment, and is shown as it is alone. */
export function MomentFacts({ value, hasZone }: { value: string; hasZone: boolean }) {
  const facts = hasZone ? momentInZones(value) : null;
  if (!facts) return hasZone ? null : <p className={classes.note}>No time zone is stored with this value.</p>;
  return (
    <dl className={classes.moment}>
      <dt>UTC</dt>
      <dd>{facts.utc}</dd>
      {facts.zone !== "UTC" && (
        <>
          <dt>{facts.zone}</dt>
          <dd>{facts.local}</dd>
        </>
      )}
    </dl>
  );
}
