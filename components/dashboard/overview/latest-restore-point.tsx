import { PageLink } from "@/components/ui/page-link";
import type { RestorePoints } from "@/lib/hosting/restore-points/resource";
import { nameOf } from "../restore-points/point";
import { distance } from "./distance";
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
        <p className={classes.none}>
          {nextAt ? `The first one is due ${distance(nextAt, now)}.` : "None yet. Create one, or set a schedule."}
        </p>
      )}
    </section>
  );
}
