"use client";

import type { SamplePoint } from "@/lib/hosting/samples/resource";
import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { type FIGURES, formatMoment } from "./figures";

interface Props {
  figure: (typeof FIGURES)[number];
  points: readonly SamplePoint[];
  isWithinDay: boolean;
  height: number;
}

/** A chart of one figure over time. The line has gaps where there are no samples. */
export function FigureChart({ figure, points, isWithinDay, height }: Props) {
  const { name, label, color, format, formatTick = format, isWhole = false, marks } = figure;
  return (
    <AreaChart
      h={height}
      data={points.map((point) => ({ at: point.at, [name]: point[name] }))}
      dataKey="at"
      series={[{ name, label, color }]}
      curveType="linear"
      connectNulls={false}
      withDots={false}
      strokeWidth={1.5}
      fillOpacity={0.15}
      gridAxis="x"
      tickLine="none"
      valueFormatter={format}
      areaChartProps={{ accessibilityLayer: false, margin: { top: 4, right: 4, bottom: 0, left: 0 } }}
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{
        ticks: evenly(points),
        interval: 0,
        tickFormatter: (at: string) => (isWithinDay ? at.slice(11, 16) : at.slice(5, 10)),
      }}
      yAxisProps={{
        width: 58,
        tickCount: 4,
        tickFormatter: formatTick,
        allowDecimals: !isWhole,
        ...(marks ? { ticks: [...marks], domain: [0, marks.at(-1) ?? 0] } : { domain: [0, "auto"] as const }),
      }}
      tooltipProps={{ labelFormatter: (at) => `${formatMoment(String(at), isWithinDay)} UTC` }}
    />
  );
}

/** Returns four times between the first and the last, away from the edges, where labels have no room. */
function evenly(points: readonly SamplePoint[]): string[] {
  const places = [0.08, 0.36, 0.64, 0.92].map((share) => Math.round(share * (points.length - 1)));
  return places.flatMap((place) => points[place]?.at ?? []);
}
