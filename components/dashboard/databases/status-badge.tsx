import { Badge } from "@mantine/core";

export type Status = "provisioning" | "ready" | "failed";

const COLORS = { provisioning: "yellow", ready: "leaf", failed: "red" } as const;

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge color={COLORS[status]} variant="light">
      {status}
    </Badge>
  );
}
