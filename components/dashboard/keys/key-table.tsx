"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKeyOff } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import { RowMenu } from "@/components/ui/row-menu";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./key-table.module.css";

interface ListedKey extends Omit<ManagementKey, "databaseId" | "memberId"> {
  /** The name of the only database that the key reaches; `null` for the whole organisation. */
  scope: string | null;
  mayRevoke: boolean;
}

const COLUMNS = ["Name", "Access", "Created by", "Last used", "Expires"] as const;

export function KeyTable({ keys, revoke }: { keys: readonly ListedKey[]; revoke: (id: string) => Promise<Outcome> }) {
  const { run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  // The key stays set while the dialog closes, so that its text stays.
  const [asked, setAsked] = useState<ListedKey | null>(null);
  const ask = (key: ListedKey) => {
    setAsked(key);
    open();
  };
  return (
    <KeepFocus label="API keys">
      <Listing label="API keys" minWidth={820} columns={COLUMNS} stacks>
        {keys.map((key) => (
          <tr key={key.id} data-dimmed={key.status !== "active" || undefined}>
            <th scope="row">
              {key.name} <code className={classes.hint}>{key.hint}</code>
            </th>
            <td>
              {key.readOnly ? "Read-only" : "Read and write"}
              <span className={classes.scope}>{key.scope === null ? "" : ` · only ${key.scope}`}</span>
            </td>
            <td>
              <Person name={key.memberName} email={key.memberEmail} />
            </td>
            <td data-label="Last used">
              <LastUse at={key.lastUsedAt} address={key.lastUsedAddress} />
            </td>
            <td data-label={key.status === "active" ? "Expires" : undefined}>
              <End of={key} />
            </td>
            <td data-actions>
              <RowMenu
                label={`Actions for ${key.name}`}
                actions={
                  key.mayRevoke
                    ? [{ label: "Revoke key", icon: IconKeyOff, isDestructive: true, onSelect: () => ask(key) }]
                    : []
                }
              />
            </td>
          </tr>
        ))}
      </Listing>
      <Confirm
        isOpen={isAsking}
        title="Revoke API key"
        confirm="Revoke"
        onClose={close}
        onConfirm={() => asked && run(() => revoke(asked.id), `API key ${asked.name} revoked`)}
      >
        <Text>Apps that use {asked?.name} lose access immediately. This can't be undone.</Text>
      </Confirm>
    </KeepFocus>
  );
}

function LastUse({ at, address }: { at: string | null; address: string | null }) {
  if (at === null) return "Never";
  return (
    <>
      <Moment at={at} />
      {address && <span className={classes.scope}> from {address}</span>}
    </>
  );
}

function End({ of: { status, expiresAt } }: { of: ListedKey }) {
  if (status === "revoked") return <StatusWord kind="quiet">Revoked</StatusWord>;
  if (status === "expired") return <StatusWord kind="quiet">Expired</StatusWord>;
  return expiresAt === null ? "Never" : <Moment at={expiresAt} />;
}
