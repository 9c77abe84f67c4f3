"use client";

import { memo, type PointerEvent } from "react";
import { axisMarks, drawLine, type TimeMark } from "./axis";
import classes from "./charts.module.css";
import type { Scale } from "./figures";

/** Values over time and the colour of their line. */
export interface ChartLine {
  color: string;
  values: readonly (number | null)[];
}

interface Props {
  scale: Scale;
  /** Lines over the same moments; one alone has its area filled. */
  lines: readonly ChartLine[];
  /** The limit of the values, drawn as a line; `null` and none for values without one. */
  limit?: number | null;
  timeMarks: readonly TimeMark[];
  /** The number of the moment that all charts point at; `null` while none is chosen. */
  chosen: number | null;
  choose: (moment: number) => void;
  /** The content of the chart, for those who don't see it. */
  label: string;
}

/** A chart of one figure over time. A line has gaps where nothing was measured. */
export function FigureChart({ scale, lines, limit = null, timeMarks, chosen, choose, label }: Props) {
  const { format, formatTick = format, isWhole = false } = scale;
  const highest = Math.max(limit ?? 0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const marks = scale.marks ?? axisMarks(highest, isWhole, scale.unitOf?.(highest));
  const top = marks.at(-1) ?? 1;
  const last = (lines[0]?.values.length ?? 0) - 1;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  return (
    <div className={classes.chart}>
      <div role="img" aria-label={label} className={classes.plot} onPointerMove={point} onPointerDown={point}>
        {marks.map((mark) => (
          <span key={mark} className={classes.mark} style={{ bottom: `${(mark / top) * 100}%` }}>
            <span className={classes.markText}>{formatTick(mark)}</span>
          </span>
        ))}
        {limit !== null && (
          <span className={classes.limit} style={{ bottom: `${(limit / top) * 100}%` }}>
            <span className={classes.limitText}>limit {format(limit)}</span>
          </span>
        )}
        {lines.map((line) => (
          <Drawing key={line.color} {...line} top={top} isFilled={lines.length === 1} />
        ))}
        {chosen !== null && (
          <span className={classes.crosshair} style={{ left: `${(chosen / last) * 100}%` }} data-crosshair />
        )}
        {lines.map(({ color, values }) => {
          const value = chosen === null ? null : (values[chosen] ?? null);
          if (chosen === null || value === null) return null;
          const place = { left: `${(chosen / last) * 100}%`, bottom: `${(value / top) * 100}%` };
          return <span key={color} className={classes.point} style={{ ...place, background: color }} />;
        })}
      </div>
      <div className={classes.times} aria-hidden>
        {timeMarks.map(({ share, text }) => (
          <span key={share} style={{ left: `${share * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

interface DrawingProps extends ChartLine {
  top: number;
  isFilled: boolean;
}

/** Stays as it is while the moment that is pointed at changes. */
const Drawing = memo(function Drawing({ values, top, color, isFilled }: DrawingProps) {
  const { line, area } = drawLine(values, top);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.drawing} style={{ color }} aria-hidden>
      {isFilled && <path d={area} className={classes.area} />}
      <path d={line} className={classes.line} data-line />
    </svg>
  );
});
