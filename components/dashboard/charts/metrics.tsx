"use client";

import { Switch } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { SamplePoint } from "@/lib/hosting/samples/resource";
import { momentWords } from "./axis";
import { ChartGroup, ChartToolbar } from "./chart-group";
import classes from "./charts.module.css";
import { FigureTable } from "./figure-table";
import { FIGURES, hasLine } from "./figures";
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
  const figures = FIGURES.map((figure, place) => {
    const { name, label, note, color, format } = figure;
    const values = columns[place] ?? [];
    const [value, highest, now] = [shown[name], highestOf(values), latest[name]];
    return {
      ...{ title: label, note, value: value === null ? "–" : format(value), scale: figure },
      lines: [{ color, values }],
      told: `${label} in the ${rangeName}: now ${now === null ? "–" : format(now)}, highest ${highest === null ? "unknown" : format(highest)}`,
    };
  });
  return (
    <>
      <ChartToolbar
        title="Metrics"
        moment={moment ? momentWords(moment.at, isWithinDay, offset) : ""}
        end={
          <>
            <Switch
              size="xs"
              label="Live"
              checked={isLive}
              onChange={(event) => setIsLive(event.currentTarget.checked)}
              aria-disabled={isHydrated ? undefined : true}
            />
            {ranges}
          </>
        }
      />
      <ChartGroup
        figures={figures}
        moments={points.map(({ at }) => at)}
        {...{ offset, isDrawn, chosen }}
        choose={setChosen}
        text={sentenceOf(shown, isWithinDay, offset)}
      />
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
