import classes from "./moment.module.css";
import { momentText } from "./moment-text";

/** A moment in words: the same for whoever looks, and for the server. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.moment}>
      {momentText(at)}
    </time>
  );
}
