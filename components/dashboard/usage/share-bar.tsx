import classes from "./usage.module.css";

const WARN_FROM = 0.8;

/** The used share of a limit, as a bar and in per cent. */
export function ShareBar({ used, limit }: { used: number; limit: number }) {
  const share = limit === 0 ? 1 : used / limit;
  const percent = Math.floor(share * 100);
  return (
    <span className={classes.meter}>
      <span className={classes.track} data-near={share >= WARN_FROM || undefined} aria-hidden>
        <span className={classes.bar} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="meta">{used > 0 && percent === 0 ? "< 1" : percent} %</span>
    </span>
  );
}
