import table from "@/components/ui/plain-table.module.css";
import classes from "./figure-table.module.css";

export interface Series {
  name: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
}

interface Props {
  label: string;
  /** The heading of the first column. */
  when: string;
  moments: readonly string[];
  /** Writes a moment as the first column has it. */
  formatMoment: (at: string) => string;
  series: readonly Series[];
}

/** The figures of charts as a table, newest first, for readers who don't see them or want the numbers. */
export function SeriesTable({ label, when, moments, formatMoment, series }: Props) {
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard */}
      <section className={classes.scrolling} tabIndex={0} aria-label={label}>
        <table className={`${table.table} ${classes.table}`} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{when}</th>
              {series.map(({ name }) => (
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
                    <time dateTime={at}>{formatMoment(at)}</time>
                  </th>
                  {series.map(({ name, values, format }) => {
                    const value = values[place] ?? null;
                    return (
                      <td key={name} className={classes.number}>
                        {value === null ? "–" : format(value)}
                      </td>
                    );
                  })}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </section>
    </details>
  );
}
