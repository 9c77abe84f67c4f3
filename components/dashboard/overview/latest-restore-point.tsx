import { PageLink } from "@/components/ui/page-link";
import type { RestorePoints } from "@/lib/hosting/restore-points/resource";
import { nameOf } from "../restore-points/point";
import classes from "./overview.module.css";

interface Props {
  points: RestorePoints;
  /** The time of the server, ISO 8601. */
  now: string;
  href: string;
}

/** The newest restore point that can be restored, and when the next one is due. */
export function LatestRestorePoint({ points: { items, nextAt }, now, href }: Props) {
  const latest = items.find(({ status }) => status === "ready");
  return (
    <section aria-labelledby="latest-restore-point">
      <div className={classes.heading}>
        <h2 id="latest-restore-point">Latest restore point</h2>
        <PageLink href={href}>Restore points</PageLink>
      </div>
      {latest ? (
        <div className={classes.change}>
          <div className={classes.words}>
            <PageLink href={href}>{nameOf(latest)}</PageLink>
            <div className={classes.meta}>
              <time dateTime={latest.createdAt}>{distance(latest.createdAt, now)}</time>
              {nextAt && ` · next ${distance(nextAt, now)}`}
            </div>
          </div>
        </div>
      ) : (
        <p className="quiet">
          {nextAt ? `The first one is due ${distance(nextAt, now)}.` : "None yet. Create one, or set a schedule."}
        </p>
      )}
    </section>
  );
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Returns the distance between two ISO 8601 times, such as `3 hours ago` or `in 2 days`. */
function distance(at: string, now: string): string {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1_000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return seconds > 0 ? "in less than a minute" : "just now";
}
