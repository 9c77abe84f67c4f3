"use client";

import { useMemo, useState } from "react";
import { clockText, timeMarks } from "../charts/axis";
import charts from "../charts/charts.module.css";
import { MomentSlider } from "../charts/moment-slider";
import { SeriesTable } from "../charts/series-table";
import { UNIT_SCALES } from "./units";
import classes from "./usage.module.css";
import { UsageChart, type UsageFigure } from "./usage-chart";

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
  const [first = "", last = ""] = [days[0], days.at(-1)];
  // Days are those of UTC, wherever the reader is.
  const marks = useMemo(() => timeMarks(first, last, 0), [first, last]);
  const dayOf = (at: string) => clockText(at, false, 0);
  const shown = days[chosen ?? days.length - 1] ?? last;
  return (
    <section aria-labelledby="over-time">
      <div className={charts.toolbar}>
        <h2 id="over-time">Over time</h2>
        {/* Announced by the slider already. */}
        <span className={charts.moment} aria-hidden>
          {chosen === null ? `${period}, by day, UTC` : dayOf(shown)}
        </span>
      </div>
      {days.length < 2 ? (
        <p className={classes.more}>Charts begin on the second day of the month.</p>
      ) : (
        <>
          <div
            className={figures.length === 3 ? `${charts.grid} ${charts.row}` : charts.grid}
            onPointerLeave={() => choose(null)}
          >
            {figures.map((figure) => (
              <UsageChart
                key={figure.id}
                figure={figure}
                period={period}
                timeMarks={marks}
                chosen={chosen}
                choose={choose}
              />
            ))}
            <MomentSlider
              count={days.length}
              chosen={chosen}
              choose={choose}
              text={sentenceOf(figures, dayOf(shown), chosen ?? days.length - 1)}
            />
          </div>
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

function sentenceOf(figures: readonly UsageFigure[], day: string, place: number): string {
  const values = figures.map(({ name, unit, values }) => {
    const value = values[place] ?? null;
    return `${name} ${value === null ? "not known" : UNIT_SCALES[unit].format(value)}`;
  });
  return [day, ...values].join(", ");
}
