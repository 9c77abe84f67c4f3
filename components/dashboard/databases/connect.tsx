"use client";

import { Alert, Group, Stack, Tabs, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEye, IconRefresh } from "@tabler/icons-react";
import { useState, useTransition } from "react";
import { Confirm } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { ScriptButton } from "@/components/ui/script-button";
import type { ShellConnection } from "@/lib/hosting/shell-connections/resource";
import type { Outcome } from "@/lib/web/resource";
import { RevealedStrings, type Strings } from "./revealed-strings";
import { SNIPPETS } from "./snippets";

export interface ConnectProps {
  /** Whether it begins with the question about a new password. */
  isRotating: boolean;
  databaseName: string;
  reveal: () => Promise<Outcome<Strings>>;
  rotate: () => Promise<Outcome<Strings & { terminatedConnections: number }>>;
  openShell: () => Promise<Outcome<ShellConnection>>;
}

/** The connection string, which is shown when the user asks for it, and snippets that use it in each language. */
export function Connect({ isRotating, reveal, rotate }: Pick<ConnectProps, "isRotating" | "reveal" | "rotate">) {
  const [shown, setShown] = useState<Strings | null>(null);
  const [message, setMessage] = useState<{ text: string; isFailure: boolean } | null>(null);
  const [isWorking, start] = useTransition();
  const [isAsked, { open, close }] = useDisclosure(isRotating);

  const show = () =>
    start(async () => {
      const outcome = await reveal();
      if (outcome.isDone) setShown(outcome.value);
      setMessage(outcome.isDone ? null : { text: outcome.message, isFailure: true });
    });
  const change = () =>
    start(async () => {
      const outcome = await rotate();
      if (!outcome.isDone) return setMessage({ text: outcome.message, isFailure: true });
      const { terminatedConnections: ended, ...strings } = outcome.value;
      setShown(strings);
      setMessage({
        text: `Password rotated. ${ended} ${ended === 1 ? "connection" : "connections"} closed.`,
        isFailure: false,
      });
    });
  return (
    <Stack gap="md">
      {message && (
        <Alert role={message.isFailure ? "alert" : "status"} color={message.isFailure ? "red" : "leaf"} variant="light">
          {message.text}
        </Alert>
      )}
      {shown === null ? (
        <Text c="dimmed">The connection string contains the password. Revealing it is recorded in the audit log.</Text>
      ) : (
        <RevealedStrings {...shown} />
      )}
      <Group gap="sm">
        {shown === null && (
          <ScriptButton leftSection={<IconEye size={16} aria-hidden />} loading={isWorking} onClick={show}>
            Reveal connection string
          </ScriptButton>
        )}
        <ScriptButton
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isWorking}
          onClick={open}
        >
          Rotate password
        </ScriptButton>
      </Group>
      <Confirm isOpen={isAsked} title="Rotate password" confirm="Rotate" onClose={close} onConfirm={change}>
        The current password stops working immediately, and all connections are closed. Your apps need the new
        connection string.
      </Confirm>
      <Tabs defaultValue="psql">
        <Tabs.List>
          {SNIPPETS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CopyField label={`${name} snippet`} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        The snippets read the connection string from the environment variable DATABASE_URL.
      </Text>
    </Stack>
  );
}
