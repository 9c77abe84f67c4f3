import table from "@/components/ui/plain-table.module.css";
import classes from "../charts/figure-table.module.css";
import { formatCount, formatMoment } from "../charts/figures";
import type { CountFigure } from "./count-figures";

interface Props {
  figures: readonly CountFigure[];
  moments: readonly string[];
  rangeName: string;
  isWithinDay: boolean;
}

/** The counts of the charts as a table, newest first. */
export function CountTable({ figures, moments, rangeName, isWithinDay }: Props) {
  const columns = figures.flatMap(({ label, values, lines }) => [
    { name: label, values },
    ...(lines.length > 1 ? lines.map((line) => ({ name: `${label}: ${line.name}`, values: line.values })) : []),
  ]);
  const label = `Sign-ins of the ${rangeName}`;
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scrolling} tabIndex={0} aria-label={label}>
        <table className={`${table.table} ${classes.table}`} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">From, UTC</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={classes.number}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moments
              .map((at, place) => (
                <tr key={at}>
                  <th scope="row">
                    <time dateTime={at}>{formatMoment(at, isWithinDay)}</time>
                  </th>
                  {columns.map(({ name, values }) => (
                    <td key={name} className={classes.number}>
                      {formatCount(values[place] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </section>
    </details>
  );
}
