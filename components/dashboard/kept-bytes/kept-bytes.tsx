import { Progress, Stack, Text } from "@mantine/core";

interface Props {
  used: number;
  limit: number;
  /** Both in words, such as `3.2 GiB of 20 GiB used`. */
  text: string;
}

/** Shows how much an organisation keeps for restore points and undo, of what it may. */
export function KeptBytes({ used, limit, text }: Props) {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <Stack gap={4} maw={420}>
      <Text size="sm">{text} for restore points and undo, across all databases</Text>
      <Progress
        value={share}
        color={share >= 90 ? "red" : "leaf"}
        size="sm"
        aria-label="Space used for restore points and undo"
      />
      {share >= 90 && (
        <Text size="sm" c="dimmed">
          When it's full, changes that need more space are refused. Delete restore points or undo data to make room.
        </Text>
      )}
    </Stack>
  );
}
