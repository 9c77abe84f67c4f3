"use client";

import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/link";

/** Shows links to the previous and the next page. Renders nothing where there is only one page. */
export function PageLinks({ previous, next }: { previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null;
  return (
    <Group component="nav" gap="xs" aria-label="Pages">
      {previous === null ? (
        <Button size="xs" variant="default" disabled leftSection={<IconChevronLeft size={14} aria-hidden />}>
          Previous
        </Button>
      ) : (
        <LinkButton href={previous} size="xs" variant="default" leftSection={<IconChevronLeft size={14} aria-hidden />}>
          Previous
        </LinkButton>
      )}
      {next === null ? (
        <Button size="xs" variant="default" disabled rightSection={<IconChevronRight size={14} aria-hidden />}>
          Next
        </Button>
      ) : (
        <LinkButton href={next} size="xs" variant="default" rightSection={<IconChevronRight size={14} aria-hidden />}>
          Next
        </LinkButton>
      )}
    </Group>
  );
}
