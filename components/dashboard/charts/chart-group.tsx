"use client";

import { type ReactNode, useMemo } from "react";
import { timeMarks } from "./axis";
import classes from "./charts.module.css";
import { type ChartLine, FigureChart } from "./figure-chart";
import type { Scale } from "./figures";
import { MomentSlider } from "./moment-slider";

interface ToolbarProps {
  title: string;
  titleId?: string;
  /** The moment that the charts point at; announced by the slider already. */
  moment: string;
  /** Controls at the end. */
  end?: ReactNode;
}

/** The line above a group of charts. */
export function ChartToolbar({ title, titleId, moment, end }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <h2 id={titleId}>{title}</h2>
      <span className={classes.moment} aria-hidden>
        {moment}
      </span>
      {end && <span className={classes.space} />}
      {end}
    </div>
  );
}

interface GroupFigure {
  title: string;
  /** An addition to the title, such as a unit. */
  note?: string;
  /** The number beside the title, of the moment that is pointed at. */
  value: string;
  scale: Scale;
  lines: readonly ChartLine[];
  limit?: number | null;
  /** The content of the chart, for those who don't see it. */
  told: string;
  legend?: ReactNode;
}

interface GroupProps {
  figures: readonly GroupFigure[];
  /** The moments in ISO 8601, oldest first. */
  moments: readonly string[];
  /** The minutes by which the shown times are ahead of UTC. */
  offset: number;
  chosen: number | null;
  choose: (moment: number | null) => void;
  /** The moment that the charts show, with their numbers. */
  text: string;
  isRow?: boolean;
  /** Whether there are lines to draw; otherwise the numbers stand alone. */
  isDrawn?: boolean;
}

/** Charts that point at one moment together. */
export function ChartGroup({ figures, moments, offset, chosen, choose, text, isRow, isDrawn = true }: GroupProps) {
  const [first = "", last = ""] = [moments[0], moments.at(-1)];
  const marks = useMemo(() => timeMarks(first, last, offset), [first, last, offset]);
  return (
    <div className={isRow ? `${classes.grid} ${classes.row}` : classes.grid} onPointerLeave={() => choose(null)}>
      {figures.map(({ title, note, value, scale, lines, limit = null, told, legend }) => (
        <figure key={title} className={classes.figure} aria-label={title}>
          <figcaption className={classes.caption}>
            <Title title={title} note={note} />
            <span className={classes.value}>{value}</span>
          </figcaption>
          {isDrawn && <FigureChart {...{ scale, lines, limit, timeMarks: marks, chosen, choose, label: told }} />}
          {legend}
        </figure>
      ))}
      {isDrawn && <MomentSlider count={moments.length} chosen={chosen} choose={choose} text={text} />}
    </div>
  );
}

function Title({ title, note }: { title: string; note: string | undefined }) {
  const name = <span className={classes.name}>{title}</span>;
  if (note === undefined) return name;
  return (
    <span>
      {name} <span className="meta">{note}</span>
    </span>
  );
}
