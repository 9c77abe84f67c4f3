"use client";

import { Badge, Code, Table, Text } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "../confirm";
import { Listing } from "../listing";
import { Moment } from "../moment";
import type { Outcome } from "../outcome";
import { ScriptButton } from "../script-button";
import { useOutcome } from "../use-outcome";

interface ListedKey {
  id: string;
  name: string;
  hint: string;
  status: "active" | "expired" | "revoked";
  memberEmail: string;
  /** `null`: the whole organisation. */
  scope: string | null;
  readOnly: boolean;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  mayRevoke: boolean;
}

const COLORS = { active: "leaf", expired: "gray", revoked: "gray" } as const;

export function KeyTable({ keys, revoke }: { keys: readonly ListedKey[]; revoke: (id: string) => Promise<Outcome> }) {
  const { run } = useOutcome();
  const [asked, setAsked] = useState<ListedKey | null>(null);
  return (
    <>
      <Listing label="API keys" minWidth={820} columns={["Name", "Access", "Of", "Last used", "Expires", "Status"]}>
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Th scope="row" fw={500}>
              {key.name}
              <Text size="xs" c="dimmed" component="div">
                <Code>{key.hint}</Code>
              </Text>
            </Table.Th>
            <Table.Td>
              {key.readOnly ? "read-only" : "read and write"}
              <Text size="xs" c="dimmed">
                {key.scope === null ? "organisation" : `only ${key.scope}`}
              </Text>
            </Table.Td>
            <Table.Td>{key.memberEmail}</Table.Td>
            <Table.Td>
              {key.lastUsedAt === null ? "never" : <Moment at={key.lastUsedAt} />}
              {key.lastUsedAddress && (
                <Text size="xs" c="dimmed">
                  from {key.lastUsedAddress}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{key.expiresAt === null ? "never" : <Moment at={key.expiresAt} />}</Table.Td>
            <Table.Td>
              <Badge variant="light" color={COLORS[key.status]}>
                {key.status}
              </Badge>
            </Table.Td>
            <Table.Td ta="right">
              {key.mayRevoke && (
                <ScriptButton
                  size="compact-sm"
                  variant="light"
                  color="red"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => setAsked(key)}
                >
                  Revoke
                </ScriptButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Listing>
      <Confirm
        isOpen={asked !== null}
        title="Revoke API key"
        confirm="Revoke"
        onClose={() => setAsked(null)}
        onConfirm={() => asked && run(() => revoke(asked.id), `${asked.name} is revoked.`)}
      >
        <Text>Whatever uses {asked?.name} is refused from now on. There is no way back.</Text>
      </Confirm>
    </>
  );
}
