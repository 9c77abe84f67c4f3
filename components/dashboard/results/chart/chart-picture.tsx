"use client";

import "@mantine/charts/styles.css";
import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import type { ChartData, ChartKind } from "./chart-data";

interface Props {
  kind: ChartKind;
  data: ChartData;
  /** The names of the series. */
  names: readonly string[];
  height: number;
}

/** Draws the points with straight lines. A line has gaps where a value is missing. */
export default function ChartPicture({ kind, data: { points, scale }, names, height }: Props) {
  const isScale = scale !== "text";
  const shared = {
    h: height,
    data: points,
    dataKey: "x",
    series: names.map((label, index) => ({ name: `y${index}`, label, color: `var(--chart-${index + 1})` })),
    gridAxis: "xy" as const,
    tickLine: "none" as const,
    withLegend: names.length > 1,
    valueFormatter: (value: number) => value.toLocaleString("en", { maximumFractionDigits: 6 }),
    yAxisProps: { width: 72, tickFormatter: (value: number) => compact.format(value) },
    xAxisProps: isScale
      ? {
          type: "number" as const,
          domain: ["dataMin", "dataMax"] as const,
          scale: "linear" as const,
          tickFormatter: (value: number) => (scale === "time" ? timeTick(value, points) : compact.format(value)),
        }
      : { interval: "equidistantPreserveStart" as const },
    tooltipProps: { labelFormatter: (value: unknown) => points.find(({ x }) => x === value)?.label ?? String(value) },
  };
  const lines = { curveType: "linear" as const, connectNulls: false, withDots: points.length <= 60, strokeWidth: 1.5 };
  const still = { isAnimationActive: false };
  const layer = { accessibilityLayer: false };
  if (kind === "bar") return <BarChart {...shared} barProps={still} barChartProps={layer} />;
  if (kind === "line") return <LineChart {...shared} {...lines} lineProps={still} lineChartProps={layer} />;
  return <AreaChart {...shared} {...lines} fillOpacity={0.15} areaProps={still} areaChartProps={layer} />;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

const DAY_MS = 86_400_000;

/** Returns a mark of a time axis in UTC: a time within two days, a day within two years, and otherwise a month. */
function timeTick(at: number, points: ChartData["points"]): string {
  const reach = Number(points.at(-1)?.x) - Number(points[0]?.x);
  if (Math.abs(at) > 8.64e15) return "";
  const text = new Date(at).toISOString();
  if (reach <= 2 * DAY_MS) return text.slice(11, 16);
  return reach <= 730 * DAY_MS ? text.slice(5, 10) : text.slice(0, 7);
}
