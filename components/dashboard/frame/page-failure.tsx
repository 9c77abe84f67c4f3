"use client";

import { Alert, Button, Code, Stack, Text, Title } from "@mantine/core";

/** Shows an unexpected failure by its id, never by its message. */
export function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = typeof error === "object" && error !== null && "digest" in error ? String(error.digest) : null;
  return (
    <Alert color="red" variant="light" p="lg">
      <Stack gap="sm" align="flex-start">
        <Title order={1} size="h3">
          Something went wrong
        </Title>
        <Text>
          Try again. If it keeps happening, contact the operator{digest ? " and mention this reference:" : "."}
        </Text>
        {digest && <Code>{digest}</Code>}
        <Button onClick={retry} variant="default">
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
