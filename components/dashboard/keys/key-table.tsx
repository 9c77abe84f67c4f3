"use client";

import { Text } from "@mantine/core";
import { IconKeyOff } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Person } from "@/components/ui/person";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { KeyEnd, KeyLastUse, KeyName } from "./key-cells";
import classes from "./key-table.module.css";

interface ListedKey extends Omit<ManagementKey, "databaseId" | "memberId"> {
  /** The name of the only database that the key reaches; `null` for the whole organisation. */
  scope: string | null;
  mayRevoke: boolean;
}

const COLUMNS = ["Name", "Access", "Created by", "Last used", "Expires"] as const;

export function KeyTable({ keys, revoke }: { keys: readonly ListedKey[]; revoke: (id: string) => Promise<Outcome> }) {
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<ListedKey>();
  return (
    <KeepFocus label="API keys">
      <Listing label="API keys" minWidth={820} columns={COLUMNS} stacks>
        {keys.map((key) => (
          <tr key={key.id} data-dimmed={key.status !== "active" || undefined}>
            <th scope="row">
              <KeyName of={key} />
            </th>
            <td>
              {key.readOnly ? "Read-only" : "Read and write"}
              <span className={classes.scope}>{key.scope === null ? "" : ` · only ${key.scope}`}</span>
            </td>
            <td>
              <Person name={key.memberName} email={key.memberEmail} />
            </td>
            <td data-label="Last used">
              <KeyLastUse of={key} />
            </td>
            <td data-label={key.status === "active" ? "Expires" : undefined}>
              <KeyEnd of={key} />
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
