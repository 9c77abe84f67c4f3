import { formatCount, formatMoment } from "../charts/figures";
import { SeriesTable } from "../charts/series-table";
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
  return (
    <SeriesTable
      label={`Sign-ins of the ${rangeName}`}
      when="From, UTC"
      moments={moments}
      formatMoment={(at) => formatMoment(at, isWithinDay)}
      series={columns.map((column) => ({ ...column, format: formatCount }))}
    />
  );
}
