import { Group, Paper, Progress, Text } from "@mantine/core";

interface Props {
  label: string;
  used: number;
  limit: number;
}

/** Shows how much of a limit is used, as text and as a bar. */
export function QuotaMeter({ label, used, limit }: Props) {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {used.toLocaleString("en")} of {limit.toLocaleString("en")}
        </Text>
      </Group>
      <Progress value={share} color={share >= 90 ? "red" : "leaf"} aria-label={`${label} used`} size="sm" />
    </Paper>
  );
}
