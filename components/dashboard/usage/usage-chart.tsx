import type { TimeMark } from "../charts/axis";
import charts from "../charts/charts.module.css";
import { FigureChart } from "../charts/figure-chart";
import { UNIT_SCALES, type UsageUnit } from "./units";

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
  figure: UsageFigure;
  period: string;
  timeMarks: readonly TimeMark[];
  chosen: number | null;
  choose: (moment: number) => void;
}

/** The usage of one thing over time, with its limit as a line; the number is that of the day pointed at. */
export function UsageChart({ figure, period, timeMarks, chosen, choose }: Props) {
  const { name, unit, note, values, limit } = figure;
  const scale = UNIT_SCALES[unit];
  const shown = chosen === null ? values.findLast((value) => value !== null) : values[chosen];
  const told = shown === null || shown === undefined ? "–" : scale.format(shown);
  const limitWords = limit === null ? "" : `, limit ${scale.format(limit)}`;
  return (
    <figure className={charts.figure} aria-label={name}>
      <figcaption className={charts.caption}>
        <span>
          <span className={charts.name}>{name}</span> <span className="meta">{note}</span>
        </span>
        <span className={charts.value}>{told}</span>
      </figcaption>
      <FigureChart
        scale={scale}
        lines={[{ color: "var(--chart-1)", values }]}
        limit={limit}
        timeMarks={timeMarks}
        chosen={chosen}
        choose={choose}
        label={`${name} ${note}, ${period}: ${told}${limitWords}`}
      />
    </figure>
  );
}
