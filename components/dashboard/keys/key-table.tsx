"use client";

import { Badge, Code, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import type { Outcome } from "@/lib/web/resource";

interface ListedKey extends Omit<ManagementKey, "databaseId" | "memberId"> {
  /** The name of the only database that the key reaches; `null` for the whole organisation. */
  scope: string | null;
  mayRevoke: boolean;
}

const STATUS = {
  active: { label: "Active", color: "leaf" },
  expired: { label: "Expired", color: "gray" },
  revoked: { label: "Revoked", color: "gray" },
} as const;

export function KeyTable({ keys, revoke }: { keys: readonly ListedKey[]; revoke: (id: string) => Promise<Outcome> }) {
  const { run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  // The key stays set while the dialog closes, so that its text stays.
  const [asked, setAsked] = useState<ListedKey | null>(null);
  return (
    <KeepFocus label="API keys">
      <Listing label="API keys" minWidth={820} columns={["Name", "Access", "Member", "Last used", "Expires", "Status"]}>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              {key.name}
              <Text size="xs" c="dimmed" component="div">
                <Code>{key.hint}</Code>
              </Text>
            </th>
            <td>
              {key.readOnly ? "Read-only" : "Read and write"}
              <Text size="xs" c="dimmed">
                {key.scope === null ? "Whole organisation" : `Only ${key.scope}`}
              </Text>
            </td>
            <td>{key.memberEmail}</td>
            <td>
              {key.lastUsedAt === null ? "Never" : <Moment at={key.lastUsedAt} />}
              {key.lastUsedAddress && (
                <Text size="xs" c="dimmed">
                  from {key.lastUsedAddress}
                </Text>
              )}
            </td>
            <td>{key.expiresAt === null ? "Never" : <Moment at={key.expiresAt} />}</td>
            <td>
              <Badge variant="light" color={STATUS[key.status].color}>
                {STATUS[key.status].label}
              </Badge>
            </td>
            <td data-actions>
              {key.mayRevoke && (
                <ScriptButton
                  size="compact-sm"
                  variant="light"
                  color="red"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => {
                    setAsked(key);
                    open();
                  }}
                >
                  Revoke
                </ScriptButton>
              )}
            </td>
          </tr>
        ))}
      </Listing>
      <Confirm
        isOpen={isAsking}
        title="Revoke API key"
        confirm="Revoke"
        onClose={close}
        onConfirm={() => asked && run(() => revoke(asked.id), `Revoked ${asked.name}.`)}
      >
        <Text>Apps that use {asked?.name} lose access immediately. This can't be undone.</Text>
      </Confirm>
    </KeepFocus>
  );
}
