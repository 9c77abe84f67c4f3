"use client";

import { MenuTable } from "@/components/ui/lists/menu-table";
import { Person } from "@/components/ui/person";
import { useConfirm } from "@/components/ui/use-confirm";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { keyColumns, REVOKE } from "./key-cells";
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
      columns={keyColumns<ListedKey>({
        access: (key) => <Access of={key} />,
        creator: ({ memberName, memberEmail }) => <Person name={memberName} email={memberEmail} />,
      })}
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
