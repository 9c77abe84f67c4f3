"use client";

import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { type FIGURES, type FigurePoint, formatMoment } from "./figures";

interface Props {
  figure: (typeof FIGURES)[number];
  points: readonly FigurePoint[];
  isWithinDay: boolean;
  height: number;
}

/** One figure over time. A gap in the line is time that nobody sampled. */
export function FigureChart({ figure, points, isWithinDay, height }: Props) {
  const { name, label, color, format } = figure;
  return (
    <AreaChart
      h={height}
      data={points.map((point) => ({ at: point.at, [name]: point[name] }))}
      dataKey="at"
      series={[{ name, label, color }]}
      curveType="monotone"
      connectNulls={false}
      withDots={false}
      strokeWidth={1.5}
      fillOpacity={0.15}
      gridAxis="y"
      tickLine="none"
      valueFormatter={format}
      areaChartProps={{ accessibilityLayer: false, margin: { top: 4, right: 4, bottom: 0, left: 0 } }}
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{ tickFormatter: (at: string) => formatMoment(at, isWithinDay), minTickGap: 48 }}
      yAxisProps={{ width: 56, tickCount: 4, domain: name === "cacheHitRatio" ? [0, 1] : [0, "auto"] }}
      tooltipProps={{ labelFormatter: (at) => `${formatMoment(String(at), isWithinDay)} UTC` }}
    />
  );
}
