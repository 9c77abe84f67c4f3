"use client";

import { memo, type PointerEvent } from "react";
import { axisMarks, drawLine, type TimeMark } from "./axis";
import classes from "./charts.module.css";
import type { FIGURES } from "./figures";

interface Props {
  figure: (typeof FIGURES)[number];
  values: readonly (number | null)[];
  timeMarks: readonly TimeMark[];
  /** The number of the moment that all charts point at; `null` while none is chosen. */
  chosen: number | null;
  choose: (moment: number) => void;
  /** What the chart shows, for those who do not see it. */
  label: string;
}

/** A chart of one figure over time. The line has gaps where nothing was measured. */
export function FigureChart({ figure, values, timeMarks, chosen, choose, label }: Props) {
  const { format, formatTick = format, isWhole = false, color } = figure;
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const marks = figure.marks ?? axisMarks(highest, isWhole, figure.unitOf?.(highest));
  const top = marks.at(-1) ?? 1;
  const last = values.length - 1;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  const value = chosen === null ? null : (values[chosen] ?? null);
  return (
    <div className={classes.chart}>
      <div role="img" aria-label={label} className={classes.plot} onPointerMove={point} onPointerDown={point}>
        {marks.map((mark) => (
          <span key={mark} className={classes.mark} style={{ bottom: `${(mark / top) * 100}%` }}>
            <span className={classes.markText}>{formatTick(mark)}</span>
          </span>
        ))}
        <Drawing values={values} top={top} color={color} />
        {chosen !== null && (
          <span className={classes.crosshair} style={{ left: `${(chosen / last) * 100}%` }} data-crosshair />
        )}
        {chosen !== null && value !== null && (
          <span
            className={classes.point}
            style={{ left: `${(chosen / last) * 100}%`, bottom: `${(value / top) * 100}%`, background: color }}
          />
        )}
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

/** Stays as it is while the moment that is pointed at changes. */
const Drawing = memo(function Drawing({ values, top, color }: Pick<Props, "values"> & { top: number; color: string }) {
  const { line, area } = drawLine(values, top);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.drawing} style={{ color }} aria-hidden>
      <path d={area} className={classes.area} />
      <path d={line} className={classes.line} data-line />
    </svg>
  );
});
