import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  text: ReactNode;
  level?: 1 | 2;
  /** Buttons for the next step. */
  children?: ReactNode;
}

export function EmptyState({ title, text, level = 2, children }: Props) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack align="center" gap="sm" ta="center">
        <Title order={level} size="h3">
          {title}
        </Title>
        <Text c="dimmed" maw={520} component="div">
          {text}
        </Text>
        {children}
      </Stack>
    </Paper>
  );
}
