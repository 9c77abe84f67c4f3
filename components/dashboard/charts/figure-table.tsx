import type { SamplePoint } from "@/lib/hosting/samples/resource";
import { FIGURES, formatMoment } from "./figures";
import { SeriesTable } from "./series-table";

interface Props {
  points: readonly SamplePoint[];
  rangeName: string;
  isWithinDay: boolean;
}

/** The figures of the charts as a table, newest first. */
export function FigureTable({ points, rangeName, isWithinDay }: Props) {
  const known = points.filter((point) => FIGURES.some(({ name }) => point[name] !== null));
  return (
    <SeriesTable
      label={`Metrics of the ${rangeName}`}
      when="Time, UTC"
      moments={known.map(({ at }) => at)}
      formatMoment={(at) => formatMoment(at, isWithinDay)}
      series={FIGURES.map(({ name, label, note, format }) => ({
        name: `${label}, ${note}`,
        values: known.map((point) => point[name]),
        format,
      }))}
    />
  );
}
