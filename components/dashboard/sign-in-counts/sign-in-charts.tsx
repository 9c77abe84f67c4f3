"use client";

import { type ReactNode, useMemo, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { SignInCounts } from "@/lib/sign-in/events/sign-in-counts/resource";
import { momentWords } from "../charts/axis";
import { ChartGroup, ChartToolbar } from "../charts/chart-group";
import { formatCount, formatMoment } from "../charts/figures";
import { SeriesTable } from "../charts/series-table";
import { type CountFigure, countFigures, totalOf } from "./count-figures";
import classes from "./sign-in-charts.module.css";

interface Props {
  counts: SignInCounts;
  /** The links that choose the range, or a link to their page. */
  end: ReactNode;
}

/** Sign-ins over time by outcome and method: charts that point at one moment together, and a table. */
export function SignInCharts({ counts, end }: Props) {
  const [chosen, choose] = useState<number | null>(null);
  const isHydrated = useHydrated();
  const { moments, range } = counts;
  const last = moments.at(-1) ?? "";
  // Times are the reader's own once there is a reader; the server knows UTC alone.
  const offset = isHydrated ? -new Date(last).getTimezoneOffset() : 0;
  const figures = useMemo(() => countFigures(counts), [counts]);
  const { name, per } = RANGE_WORDS[range];
  const isDrawn = figures.some(({ lines }) => lines.length > 0);
  const isWithinDay = range === "24h";
  const from = chosen === null ? null : momentWords(moments[chosen] ?? last, isWithinDay, offset);
  return (
    <section aria-labelledby="sign-ins-over-time" className={classes.section}>
      <ChartToolbar
        title="Sign-ins"
        titleId="sign-ins-over-time"
        moment={from === null ? `${name}, ${per}` : `from ${from}`}
        end={end}
      />
      {isDrawn ? (
        <>
          <ChartGroup
            figures={figures.map((figure) => charted(figure, name, chosen))}
            isRow
            {...{ moments, offset, chosen, choose }}
            text={sentenceOf(
              figures,
              momentWords(moments[chosen ?? moments.length - 1] ?? last, isWithinDay, offset),
              chosen,
            )}
          />
          <CountTable figures={figures} moments={moments} rangeName={name} isWithinDay={isWithinDay} />
        </>
      ) : (
        <p className="quiet">No one has tried to sign in in the {name}.</p>
      )}
    </section>
  );
}

function sentenceOf(figures: readonly CountFigure[], from: string, chosen: number | null): string {
  const counts = figures.map(({ label, values }) => {
    const count = chosen === null ? totalOf(values) : (values[chosen] ?? 0);
    return `${label} ${formatCount(count)}`;
  });
  return [from, ...counts].join(", ");
}

interface CountTableProps {
  figures: readonly CountFigure[];
  moments: readonly string[];
  rangeName: string;
  isWithinDay: boolean;
}

/** The counts of the charts as a table, newest first. */
function CountTable({ figures, moments, rangeName, isWithinDay }: CountTableProps) {
  const columns = figures.flatMap(({ label, values, lines }) => [
    { name: label, values },
    ...(lines.length > 1 ? lines.map((line) => ({ name: `${label}: ${line.name}`, values: line.values })) : []),
  ]);
  return (
    <SeriesTable
      label={`Sign-ins of the ${rangeName}`}
      when="From, UTC"
      moments={moments}
      formatMoment={(at) => formatMoment(at, isWithinDay)}
      series={columns.map((column) => ({ ...column, format: formatCount }))}
    />
  );
}

/** The ranges in words: how far they go back, and how long an interval is. */
const RANGE_WORDS: Record<SignInCounts["range"], { name: string; per: string }> = {
  "24h": { name: "last 24 hours", per: "per hour" },
  "7d": { name: "last 7 days", per: "per 6 hours" },
  "30d": { name: "last 30 days", per: "per day" },
  "1y": { name: "last year", per: "per week" },
};

const SCALE = { format: formatCount, isWhole: true } as const;

/** Returns the chart of one outcome, with a line for each method; the numbers are those of the moment pointed at. */
function charted({ label, values, lines }: CountFigure, rangeName: string, chosen: number | null) {
  const countOf = (counts: readonly number[]) => formatCount(chosen === null ? totalOf(counts) : (counts[chosen] ?? 0));
  const told = lines.map((line) => `${line.name} ${formatCount(totalOf(line.values))}`).join(", ");
  return {
    ...{ title: label, value: countOf(values), scale: SCALE, told: `${label} in the ${rangeName}: ${told || "none"}` },
    lines: lines.length > 0 ? lines : [{ color: "var(--chart-1)", values }],
    legend: lines.length > 1 && (
      <ul className={classes.legend} aria-label="Methods">
        {lines.map((line) => (
          <li key={line.color}>
            <span className={classes.swatch} style={{ background: line.color }} aria-hidden />
            {line.name} <span className={classes.count}>{countOf(line.values)}</span>
          </li>
        ))}
      </ul>
    ),
  };
}
