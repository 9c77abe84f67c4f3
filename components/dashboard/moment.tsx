import classes from "./moment.module.css";

/** A moment as `2026-03-01 09:30 UTC`: the same for whoever looks, and for the server. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.moment}>
      {at.slice(0, 10)} {at.slice(11, 16)} UTC
    </time>
  );
}
