"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconTerminal2 } from "@tabler/icons-react";
import { useEffect, useState, useTransition } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { Refusal } from "@/components/ui/refusal";
import type { ShellConnection as Shell } from "@/lib/hosting/shell-connections/resource";
import type { Outcome } from "@/lib/web/resource";

/** Opens a temporary connection for psql. Its password is shown only once. */
export function ShellConnection({ open }: { open: () => Promise<Outcome<Shell>> }) {
  const [shell, setShell] = useState<Shell | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOpening, start] = useTransition();
  const seconds = useSecondsUntil(shell?.expiresAt ?? null);
  const isOver = seconds === 0;

  const ask = () =>
    start(async () => {
      const outcome = await open();
      if (outcome.isDone) setShell(outcome.value);
      setFailure(outcome.isDone ? null : outcome.message);
    });
  return (
    <Stack gap="sm" role="group" aria-labelledby="shell">
      <div>
        <Title order={3} size="h4" id="shell">
          Temporary psql login
        </Title>
        <Text size="sm" c="dimmed">
          A login for psql with the same permissions. It expires, and its connections close, after 15 minutes. Each
          login is recorded in the audit log.
        </Text>
      </div>
      <Refusal message={failure} />
      {shell && !isOver && (
        <>
          <CopyField label="psql command" text={shell.psqlCommand} />
          <CopyField label="temporary connection string" text={shell.connectionString} />
          <Text size="sm" role="timer" aria-live="off">
            {seconds === null ? "Expires after 15 minutes." : `Expires in ${asClock(seconds)}.`} It won't be shown
            again.
          </Text>
        </>
      )}
      {isOver && (
        <Text size="sm" role="status">
          This login has expired.
        </Text>
      )}
      <Group>
        <Button
          variant={shell && !isOver ? "subtle" : "default"}
          leftSection={<IconTerminal2 size={16} aria-hidden />}
          loading={isOpening}
          onClick={ask}
        >
          {shell ? "Get another login" : "Get a temporary psql login"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns seconds as a clock, such as `14:59`. */
function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the whole seconds until a time, down to 0; `null` without one, and before the first tick. */
function useSecondsUntil(at: string | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return setSeconds(null);
    const look = () => setSeconds(Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000)));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
