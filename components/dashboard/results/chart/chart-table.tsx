import table from "@/components/ui/plain-table.module.css";
import figures from "../../charts/figure-table.module.css";
import type { ChartPoint } from "./chart-data";

interface Props {
  points: readonly ChartPoint[];
  xName: string;
  names: readonly string[];
}

/** The points of a chart as a table. */
export function ChartTable({ points, xName, names }: Props) {
  return (
    <details className={figures.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard */}
      <section className={figures.scrolling} tabIndex={0} aria-label="Figures of the chart">
        <table className={table.table} aria-label="Figures of the chart">
          <thead>
            <tr>
              {[xName, ...names].map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two points may be the same
              <tr key={row}>
                <th scope="row">{point.label}</th>
                {names.map((name, index) => (
                  <td key={name}>{point[`y${index}`]?.toLocaleString("en", { maximumFractionDigits: 6 }) ?? "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
