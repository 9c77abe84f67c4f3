import type { TimeMark } from "../charts/axis";
import charts from "../charts/charts.module.css";
import { FigureChart } from "../charts/figure-chart";
import { formatCount } from "../charts/figures";
import { type CountFigure, totalOf } from "./count-figures";
import classes from "./sign-in-charts.module.css";

interface Props {
  figure: CountFigure;
  rangeName: string;
  timeMarks: readonly TimeMark[];
  chosen: number | null;
  choose: (moment: number) => void;
}

const SCALE = { format: formatCount, isWhole: true } as const;

/** The counts of one outcome over time, with a line for each method; the numbers are those of the moment pointed at. */
export function CountChart({ figure, rangeName, timeMarks, chosen, choose }: Props) {
  const { label, values, lines } = figure;
  const countOf = (counts: readonly number[]) => formatCount(chosen === null ? totalOf(counts) : (counts[chosen] ?? 0));
  const told = lines.map((line) => `${line.name} ${formatCount(totalOf(line.values))}`).join(", ");
  return (
    <figure className={charts.figure} aria-label={label}>
      <figcaption className={charts.caption}>
        <span className={charts.name}>{label}</span>
        <span className={charts.value}>{countOf(values)}</span>
      </figcaption>
      <FigureChart
        scale={SCALE}
        lines={lines.length > 0 ? lines : [{ color: "var(--chart-1)", values }]}
        timeMarks={timeMarks}
        chosen={chosen}
        choose={choose}
        label={`${label} in the ${rangeName}: ${told || "none"}`}
      />
      {lines.length > 1 && (
        <ul className={classes.legend} aria-label="Methods">
          {lines.map((line) => (
            <li key={line.color}>
              <span className={classes.swatch} style={{ background: line.color }} aria-hidden />
              {line.name} <span className={classes.count}>{countOf(line.values)}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
