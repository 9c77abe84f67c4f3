"use client";

import { MenuTable } from "@/components/ui/lists/menu-table";
import { useConfirm } from "@/components/ui/use-confirm";
import type { ProjectKey } from "@/lib/sign-in/project-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { keyColumns, REVOKE } from "../../keys/key-cells";
import { Creator } from "./creator";
import classes from "./keys.module.css";
import type { MadeBy } from "./made";

type ListedKey = ProjectKey & MadeBy;

interface Props {
  /** `Public keys` or `Server keys`. */
  label: string;
  keys: readonly ListedKey[];
  revoke: (kind: ProjectKey["kind"], id: string) => Promise<Outcome>;
}

export function ProjectKeyTable({ label, keys, revoke }: Props) {
  const { ask, dialog } = useConfirm<ListedKey>({
    title: "Revoke key",
    confirm: "Revoke",
    text: ({ kind, name }) =>
      `${kind === "server" ? "Servers" : "Apps"} that use ${name} lose access immediately, and no one can sign in through them. This can't be undone.`,
    act: ({ kind, id }) => revoke(kind, id),
    done: ({ name }) => `Key ${name} revoked`,
  });
  if (keys.length === 0) return <p className={classes.none}>No {label.toLowerCase()} yet.</p>;
  return (
    <MenuTable
      label={label}
      minWidth={820}
      rows={keys}
      isDimmed={({ status }) => status !== "active"}
      columns={keyColumns<ListedKey>({ access: ({ scope }) => SCOPES[scope], creator: (key) => <Creator of={key} /> })}
      menu={(key) => ({
        of: key.name,
        actions: key.status === "revoked" ? [] : [{ ...REVOKE, onSelect: () => ask(key) }],
      })}
    >
      {dialog}
    </MenuTable>
  );
}

const SCOPES = { read: "Read-only", "read-write": "Read and write", admin: "Admin" } as const;
