"use client";

import { useState } from "react";
import { clockText } from "../charts/axis";
import { ChartGroup, ChartToolbar } from "../charts/chart-group";
import { SeriesTable } from "../charts/series-table";
import { UNIT_SCALES, type UsageUnit } from "./units";
import classes from "./usage.module.css";

/** The usage of one thing, day by day. */
export interface UsageFigure {
  id: string;
  name: string;
  unit: UsageUnit;
  /** Such as `per day`. */
  note: string;
  /** One value for each day, oldest first; `null` where nothing is known. */
  values: readonly (number | null)[];
  /** `null` for a thing without a limit. */
  limit: number | null;
}

interface Props {
  figures: readonly UsageFigure[];
  /** The days in ISO 8601, UTC, oldest first. */
  days: readonly string[];
  /** The time that the charts cover, such as `November 2026`. */
  period: string;
}

/** The usage day by day: charts that point at one day together, and a table. */
export function UsageCharts({ figures, days, period }: Props) {
  const [chosen, choose] = useState<number | null>(null);
  // Days are those of UTC, wherever the reader is.
  const dayOf = (at: string) => clockText(at, false, 0);
  const shown = days[chosen ?? days.length - 1] ?? days.at(-1) ?? "";
  return (
    <section aria-labelledby="over-time">
      <ChartToolbar
        title="Over time"
        titleId="over-time"
        moment={chosen === null ? `${period}, by day, UTC` : dayOf(shown)}
      />
      {days.length < 2 ? (
        <p className={classes.more}>Charts begin on the second day of the month.</p>
      ) : (
        <>
          <ChartGroup
            figures={figures.map((figure) => charted(figure, period, chosen))}
            isRow={figures.length === 3}
            moments={days}
            offset={0}
            {...{ chosen, choose }}
            text={sentenceOf(figures, dayOf(shown), chosen ?? days.length - 1)}
          />
          <SeriesTable
            label={`Usage by day, ${period}`}
            when="Day, UTC"
            moments={days}
            formatMoment={(at) => at.slice(0, 10)}
            series={figures.map(({ name, note, values, unit }) => {
              return { name: `${name}, ${note}`, values, format: UNIT_SCALES[unit].format };
            })}
          />
        </>
      )}
    </section>
  );
}

/** Returns the chart of a figure, with its limit as a line; the number is that of the day pointed at. */
function charted({ name, unit, note, values, limit }: UsageFigure, period: string, chosen: number | null) {
  const scale = UNIT_SCALES[unit];
  const shown = chosen === null ? values.findLast((value) => value !== null) : values[chosen];
  const value = shown === null || shown === undefined ? "–" : scale.format(shown);
  const limitWords = limit === null ? "" : `, limit ${scale.format(limit)}`;
  const lines = [{ color: "var(--chart-1)", values }];
  return { title: name, note, value, scale, lines, limit, told: `${name} ${note}, ${period}: ${value}${limitWords}` };
}

function sentenceOf(figures: readonly UsageFigure[], day: string, place: number): string {
  const values = figures.map(({ name, unit, values }) => {
    const value = values[place] ?? null;
    return `${name} ${value === null ? "not known" : UNIT_SCALES[unit].format(value)}`;
  });
  return [day, ...values].join(", ");
}
