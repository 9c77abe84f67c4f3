"use client";

import { Group, MultiSelect, Select, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { countText } from "@/components/ui/figure-text";
import table from "@/components/ui/plain-table.module.css";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import figures from "../../charts/figure-table.module.css";
import type { GridValues } from "../../grid/grid-column";
import { type ChartChoice, type ChartKind, type ChartPoint, chartData, MAX_SERIES, numericPlaces } from "./chart-data";
import classes from "./result-chart.module.css";

const HEIGHT = 300;
const ChartPicture = dynamic(() => import("./chart-picture"), { loading: () => <div style={{ height: HEIGHT }} /> });

const KINDS: { value: ChartKind; label: string }[] = [
  { value: "line", label: "Line" },
  { value: "bar", label: "Bar" },
  { value: "area", label: "Area" },
];

interface Props {
  label: string;
  columns: readonly ResultColumn[];
  rows: readonly GridValues[];
  choice: ChartChoice | null;
  choose: (choice: ChartChoice) => void;
}

/** A chart of the loaded rows, with fields for its columns. */
export default function ResultChart({ label, columns, rows, choice, choose }: Props) {
  const data = useMemo(() => choice && chartData(columns, rows, choice), [columns, rows, choice]);
  if (!choice || !data) {
    return (
      <Text c="dimmed" p="md">
        A chart needs a column of numbers. Add one to the query, such as count(*).
      </Text>
    );
  }
  const options = columns.map(({ name }, index) => ({ value: String(index), label: name }));
  const numeric = new Set(numericPlaces(columns));
  const nameOf = (place: number) => columns[place]?.name ?? "";
  const names = choice.y.map(nameOf);
  return (
    <div className={classes.chart}>
      <Group gap="sm" align="end">
        <Select
          size="xs"
          label="Type"
          data={KINDS}
          value={choice.kind}
          allowDeselect={false}
          onChange={(kind) => kind && choose({ ...choice, kind: kind as ChartKind })}
          w={96}
        />
        <Select
          size="xs"
          label="Horizontal axis"
          data={options}
          value={String(choice.x)}
          allowDeselect={false}
          searchable
          onChange={(place) => place && choose({ ...choice, x: Number(place) })}
        />
        <MultiSelect
          size="xs"
          label="Values"
          data={options.filter((_, index) => numeric.has(index))}
          value={choice.y.map(String)}
          maxValues={MAX_SERIES}
          onChange={(places) => places.length > 0 && choose({ ...choice, y: places.map(Number) })}
          miw={180}
        />
      </Group>
      <div role="img" aria-label={`${label}: ${names.join(", ")} by ${nameOf(choice.x)}`}>
        <ChartPicture kind={choice.kind} data={data} names={names} height={HEIGHT} />
      </div>
      {data.points.length < data.total && (
        <Text size="xs" c="dimmed">
          {data.scale === "text"
            ? `Showing the first ${countText(data.points.length, "row")} of ${data.total.toLocaleString("en")}.`
            : `Showing ${data.points.length.toLocaleString("en")} of ${countText(data.total, "row")}, with every peak.`}
        </Text>
      )}
      <ChartTable points={data.points} xName={nameOf(choice.x)} names={names} />
    </div>
  );
}

interface ChartTableProps {
  points: readonly ChartPoint[];
  xName: string;
  names: readonly string[];
}

/** The points of a chart as a table. */
function ChartTable({ points, xName, names }: ChartTableProps) {
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
