import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  text?: ReactNode;
  /** The margin below; `0` inside a stack, which has its own gaps. */
  mb?: "lg" | 0;
  /** Buttons beside the title. */
  children?: ReactNode;
}

export function PageHeading({ title, text, mb = "lg", children }: Props) {
  return (
    <Group justify="space-between" align="flex-start" mb={mb} gap="sm">
      <Box>
        <Title order={1} size="h2">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" mt={4} component="div">
            {text}
          </Text>
        )}
      </Box>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
