"use client";

import { Switch } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { SamplePoint } from "@/lib/hosting/samples/resource";
import { momentWords, timeMarks } from "./axis";
import classes from "./charts.module.css";
import { FigureChart } from "./figure-chart";
import { FigureTable } from "./figure-table";
import { FIGURES, hasLine } from "./figures";
import { MomentSlider } from "./moment-slider";
import { useRefresh } from "./use-refresh";

/** The interval between two samples. */
const REFRESH_MS = 60_000;

interface Props {
  points: readonly SamplePoint[];
  latest: SamplePoint;
  /** The name of the range, such as `last hour`. */
  rangeName: string;
  isWithinDay: boolean;
  /** The links that choose the range. */
  ranges: ReactNode;
}

/** The figures of a database over time: charts that point at one moment together, and a table. */
export function Metrics({ points, latest, rangeName, isWithinDay, ranges }: Props) {
  const [isLive, setIsLive] = useState(true);
  useRefresh(isLive ? REFRESH_MS : null);
  const [chosen, setChosen] = useState<number | null>(null);
  const isHydrated = useHydrated();
  // Times are the reader's own once there is a reader; the server knows UTC alone.
  const offset = isHydrated ? -new Date(latest.at).getTimezoneOffset() : 0;
  const isDrawn = hasLine(points);
  const moment = points[chosen ?? -1];
  const shown = moment ?? latest;
  const columns = useMemo(() => FIGURES.map(({ name }) => points.map((point) => point[name])), [points]);
  const marks = useMemo(
    () => timeMarks(points[0]?.at ?? latest.at, points.at(-1)?.at ?? latest.at, offset),
    [points, latest, offset],
  );
  return (
    <>
      <div className={classes.toolbar}>
        <h2>Metrics</h2>
        {/* Announced by the slider already. */}
        <span className={classes.moment} aria-hidden>
          {moment ? momentWords(moment.at, isWithinDay, offset) : ""}
        </span>
        <span className={classes.space} />
        <Switch
          size="xs"
          label="Live"
          checked={isLive}
          onChange={(event) => setIsLive(event.currentTarget.checked)}
          aria-disabled={isHydrated ? undefined : true}
        />
        {ranges}
      </div>
      <div className={classes.grid} onPointerLeave={() => setChosen(null)}>
        {FIGURES.map((figure, place) => {
          const { name, label, note, color, format } = figure;
          const values = columns[place] ?? [];
          const value = shown[name];
          const highest = highestOf(values);
          const now = latest[name] === null ? "–" : format(latest[name]);
          return (
            <figure key={name} className={classes.figure} aria-label={label}>
              <figcaption className={classes.caption}>
                <span>
                  <span className={classes.name}>{label}</span> <span className="meta">{note}</span>
                </span>
                <span className={classes.value}>{value === null ? "–" : format(value)}</span>
              </figcaption>
              {isDrawn && (
                <FigureChart
                  scale={figure}
                  lines={[{ color, values }]}
                  timeMarks={marks}
                  chosen={chosen}
                  choose={setChosen}
                  label={`${label} in the ${rangeName}: now ${now}, highest ${highest === null ? "unknown" : format(highest)}`}
                />
              )}
            </figure>
          );
        })}
        {isDrawn && (
          <MomentSlider
            count={points.length}
            chosen={chosen}
            choose={setChosen}
            text={sentenceOf(shown, isWithinDay, offset)}
          />
        )}
      </div>
      {!isDrawn && (
        <p className={classes.moment}>
          These are the first metrics. They are collected every minute, and charts appear with the next.
        </p>
      )}
      <FigureTable points={points} rangeName={rangeName} isWithinDay={isWithinDay} />
    </>
  );
}

function sentenceOf(point: SamplePoint, isWithinDay: boolean, offset: number): string {
  const figures = FIGURES.map(({ name, label, format }) => {
    const value = point[name];
    return `${label} ${value === null ? "unknown" : format(value)}`;
  });
  return [momentWords(point.at, isWithinDay, offset), ...figures].join(", ");
}

function highestOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
