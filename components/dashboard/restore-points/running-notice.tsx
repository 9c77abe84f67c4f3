"use client";

import { Group, Loader, Paper, Progress, Stack, Text } from "@mantine/core";

export interface Running {
  kind: "restore-point" | "restore";
  step: string;
}

const TITLES = { "restore-point": "Making a restore point", restore: "Restoring the database" } as const;

/** By the step that was taken last: what is done now, and how much of the whole is behind. */
const STEPS: Record<Running["kind"], Record<string, [now: string, percent: number]>> = {
  "restore-point": {
    journalled: ["Ending connections", 10],
    database_closed: ["Ending connections", 20],
    database_idle: ["Copying the database", 45],
    cloned_closed: ["Opening the database again", 85],
    database_open: ["Opening the database again", 95],
  },
  restore: {
    journalled: ["Ending connections", 10],
    database_closed: ["Ending connections", 20],
    database_idle: ["Putting the current state aside", 30],
    database_renamed: ["Copying the restore point", 50],
    cloned_closed: ["Setting its rights", 80],
    public_revoked: ["Setting its rights", 84],
    settings_kept: ["Setting its rights", 88],
    former_access_revoked: ["Opening the database", 92],
    database_open: ["Opening the database", 96],
  },
};

/** What is done to the database at this moment, whoever began it. */
export function RunningNotice({ running: { kind, step } }: { running: Running }) {
  const [now, percent] = STEPS[kind][step] ?? ["Finishing", 98];
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text fw={600} role="status">
            {TITLES[kind]}: {now.toLowerCase()}…
          </Text>
        </Group>
        <Progress value={percent} aria-label={TITLES[kind]} />
        <Text size="sm" c="dimmed">
          The database accepts no connection until it is done.
        </Text>
      </Stack>
    </Paper>
  );
}
