import table from "@/components/ui/plain-table.module.css";
import type { SamplePoint } from "@/lib/hosting/samples/resource";
import classes from "./figure-table.module.css";
import { FIGURES, formatMoment } from "./figures";

interface Props {
  points: readonly SamplePoint[];
  rangeName: string;
  isWithinDay: boolean;
}

/** The figures of the charts as a table, newest first. */
export function FigureTable({ points, rangeName, isWithinDay }: Props) {
  const known = points.filter((point) => FIGURES.some(({ name }) => point[name] !== null)).toReversed();
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard */}
      <section className={classes.scrolling} tabIndex={0} aria-label={`Metrics of the ${rangeName}`}>
        <table className={`${table.table} ${classes.table}`} aria-label={`Metrics of the ${rangeName}`}>
          <thead>
            <tr>
              <th scope="col">Time, UTC</th>
              {FIGURES.map(({ name, label, note }) => (
                <th key={name} scope="col" className={classes.number}>
                  {label}, {note}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {known.map((point) => (
              <tr key={point.at}>
                <th scope="row">
                  <time dateTime={point.at}>{formatMoment(point.at, isWithinDay)}</time>
                </th>
                {FIGURES.map(({ name, format }) => {
                  const value = point[name];
                  return (
                    <td key={name} className={classes.number}>
                      {value === null ? "–" : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
