import { Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A section that sets actions apart which cannot be undone. */
export function DangerZone({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id}>
        {title}
      </Title>
      <Paper withBorder p="md">
        {children}
      </Paper>
    </section>
  );
}
