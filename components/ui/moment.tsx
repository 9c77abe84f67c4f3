import classes from "./moment.module.css";
import { momentText } from "./moment-text";

/** A time as text in UTC, which is the same on the server and in every browser. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.moment}>
      {momentText(at)}
    </time>
  );
}
