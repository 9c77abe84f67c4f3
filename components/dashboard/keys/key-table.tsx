"use client";

import { IconKeyOff } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Person } from "@/components/ui/person";
import { useConfirm } from "@/components/ui/use-confirm";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { KeyEnd, KeyLastUse, KeyName } from "./key-cells";
import classes from "./key-table.module.css";

interface ListedKey extends Omit<ManagementKey, "databaseId" | "memberId"> {
  /** The name of the only database that the key reaches; `null` for the whole organisation. */
  scope: string | null;
  mayRevoke: boolean;
}

export function KeyTable({ keys, revoke }: { keys: readonly ListedKey[]; revoke: (id: string) => Promise<Outcome> }) {
  const { ask, dialog } = useConfirm<ListedKey>({
    title: "Revoke API key",
    confirm: "Revoke",
    text: ({ name }) => `Apps that use ${name} lose access immediately. This can't be undone.`,
    act: ({ id }) => revoke(id),
    done: ({ name }) => `API key ${name} revoked`,
  });
  return (
    <MenuTable
      label="API keys"
      minWidth={820}
      rows={keys}
      isDimmed={({ status }) => status !== "active"}
      columns={[
        { name: "Name", cell: (key) => <KeyName of={key} /> },
        { name: "Access", card: null, cell: (key) => <Access of={key} /> },
        {
          ...{ name: "Created by", card: null },
          cell: (key) => <Person name={key.memberName} email={key.memberEmail} />,
        },
        { name: "Last used", cell: (key) => <KeyLastUse of={key} /> },
        {
          name: "Expires",
          card: ({ status }) => (status === "active" ? "Expires" : null),
          cell: (key) => <KeyEnd of={key} />,
        },
      ]}
      menu={(key) => ({ of: key.name, actions: key.mayRevoke ? [{ ...REVOKE, onSelect: () => ask(key) }] : [] })}
    >
      {dialog}
    </MenuTable>
  );
}

function Access({ of: { readOnly, scope } }: { of: ListedKey }) {
  return (
    <>
      {readOnly ? "Read-only" : "Read and write"}
      <span className={classes.scope}>{scope === null ? "" : ` · only ${scope}`}</span>
    </>
  );
}

const REVOKE = { label: "Revoke key", icon: IconKeyOff, isDestructive: true };
