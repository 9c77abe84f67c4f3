import { Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** What cannot be taken back, set apart. */
export function DangerZone({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id} c="var(--mantine-color-error)">
        {title}
      </Title>
      <Paper withBorder p="md" style={{ borderColor: "var(--mantine-color-error)" }}>
        {children}
      </Paper>
    </section>
  );
}
