"use client";

import { IconChevronRight } from "@tabler/icons-react";
import { ByDay } from "@/components/ui/by-day";
import { dayText } from "@/components/ui/moment-text";
import { useHydrated } from "@/components/ui/use-hydrated";
import { byteText } from "@/lib/core/byte-text";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import { foldPoints, type PointGroup } from "./point";
import { PointRow, type RowProps } from "./point-row";
import classes from "./timeline.module.css";

/** The restore points of a database, newest first, by day; automatic ones that follow each other are folded. */
export function Timeline({ points, ...row }: RowProps & { points: readonly ListedRestorePoint[] }) {
  const isHydrated = useHydrated();
  const groups = foldPoints(points, (at) => dayText(at, isHydrated));
  return (
    <ByDay
      label="Restore points"
      entries={groups.flatMap((group) => {
        const [point] = group.points;
        if (!point) return [];
        const isFolded = group.points.length > 1;
        return {
          // A group that grows stays open.
          key: isFolded ? `${group.points.at(-1)?.id}-folded` : point.id,
          at: point.createdAt,
          row: isFolded ? <Folded group={group} {...row} /> : <PointRow point={point} {...row} />,
        };
      })}
    />
  );
}

function Folded({ group: { kind, points }, ...row }: RowProps & { group: PointGroup<ListedRestorePoint> }) {
  const bytes = points.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return (
    <li className={classes.folded} data-row>
      <details>
        <summary>
          <IconChevronRight size={14} aria-hidden className={classes.mark} />
          {kind === "schedule" ? `${points.length} scheduled` : `${points.length} before changes`}
          <span className={classes.size}>{byteText(bytes)}</span>
        </summary>
        <ol className={classes.points}>
          {points.map((point) => (
            <PointRow key={point.id} point={point} {...row} />
          ))}
        </ol>
      </details>
    </li>
  );
}
