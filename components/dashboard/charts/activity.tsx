"use client";

import { Group, Paper, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { SamplePoint } from "@/lib/hosting/samples/resource";
import { FigureTable } from "./figure-table";
import { FIGURES, hasLine } from "./figures";
import { useRefresh } from "./use-refresh";

const HEIGHT = 150;
/** The interval between two samples. */
const REFRESH_MS = 60_000;

const Chart = dynamic(() => import("./figure-chart").then(({ FigureChart }) => FigureChart), {
  ssr: false,
  loading: () => <Waiting />,
});

interface Props {
  points: readonly SamplePoint[];
  latest: SamplePoint;
  /** The name of the range, such as `last hour`. */
  rangeName: string;
  isWithinDay: boolean;
}

/** The figures of a database over time: the current values, charts, and a table. */
export function Activity({ points, latest, rangeName, isWithinDay }: Props) {
  useRefresh(REFRESH_MS);
  const isDrawn = hasLine(points);
  // The charts are most of the script of this page, so they load after everything that can be clicked.
  const [isIdle, setIsIdle] = useState(false);
  useWhenIdle(() => setIsIdle(true));
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {FIGURES.map((figure) => {
          const { name, label, note, format } = figure;
          const now = latest[name];
          const highest = highestOf(points, name);
          const shown = now === null ? "–" : format(now);
          return (
            <Paper key={name} withBorder p="md" component="figure" m={0} aria-label={label}>
              <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap" mb={isDrawn ? "sm" : 0}>
                <figcaption>
                  <Text size="sm" fw={600} component="span">
                    {label}
                  </Text>{" "}
                  <Text size="xs" c="dimmed" component="span">
                    {note}
                  </Text>
                </figcaption>
                <Text fw={650} size="lg" lh={1} style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
                  {shown}
                </Text>
              </Group>
              {isDrawn && (
                <div
                  role="img"
                  aria-label={`${label} in the ${rangeName}: now ${shown}, highest ${highest === null ? "unknown" : format(highest)}`}
                >
                  {isIdle ? (
                    <Chart figure={figure} points={points} isWithinDay={isWithinDay} height={HEIGHT} />
                  ) : (
                    <Waiting />
                  )}
                </div>
              )}
            </Paper>
          );
        })}
      </SimpleGrid>
      {!isDrawn && (
        <Text size="sm" c="dimmed">
          These are the first metrics. They are collected every minute, and charts appear with the next.
        </Text>
      )}
      <FigureTable points={points} rangeName={rangeName} isWithinDay={isWithinDay} />
    </Stack>
  );
}

function Waiting() {
  return <Skeleton height={HEIGHT} radius="sm" />;
}

function highestOf(points: readonly SamplePoint[], name: (typeof FIGURES)[number]["name"]): number | null {
  const known = points.flatMap((point) => point[name] ?? []);
  return known.length === 0 ? null : Math.max(...known);
}
