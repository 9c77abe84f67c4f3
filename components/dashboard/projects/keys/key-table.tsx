"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKeyOff } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ProjectKey } from "@/lib/sign-in/project-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { Creator } from "./creator";
import classes from "./keys.module.css";
import type { MadeBy } from "./made";
import { scopeWords } from "./scope-words";

type ListedKey = ProjectKey & MadeBy;

interface Props {
  /** `Public keys` or `Server keys`. */
  label: string;
  keys: readonly ListedKey[];
  revoke: (kind: ProjectKey["kind"], id: string) => Promise<Outcome>;
}

const COLUMNS = ["Name", "Access", "Created by", "Last used", "Expires"] as const;

export function ProjectKeyTable({ label, keys, revoke }: Props) {
  const { run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  // The key stays set while the dialog closes, so that its text stays.
  const [asked, setAsked] = useState<ListedKey | null>(null);
  const ask = (key: ListedKey) => {
    setAsked(key);
    open();
  };
  if (keys.length === 0) return <p className={classes.none}>No {label.toLowerCase()} yet.</p>;
  return (
    <KeepFocus label={label}>
      <Listing label={label} minWidth={820} columns={COLUMNS} stacks>
        {keys.map((key) => (
          <tr key={key.id} data-dimmed={key.status !== "active" || undefined}>
            <th scope="row">
              {key.name} <code className={classes.hint}>{key.hint}</code>
            </th>
            <td>{scopeWords(key.scope)}</td>
            <td>
              <Creator of={key} />
            </td>
            <td>
              {key.lastUsedAt === null ? "Never" : <Moment at={key.lastUsedAt} />}
              {key.lastUsedAddress && <span className={classes.meta}> from {key.lastUsedAddress}</span>}
            </td>
            <td>
              <End of={key} />
            </td>
            <td data-actions>
              <RowMenu
                label={`Actions for ${key.name}`}
                actions={
                  key.status === "revoked"
                    ? []
                    : [{ label: "Revoke key", icon: IconKeyOff, isDestructive: true, onSelect: () => ask(key) }]
                }
              />
            </td>
          </tr>
        ))}
      </Listing>
      <Confirm
        isOpen={isAsking}
        title="Revoke key"
        confirm="Revoke"
        onClose={close}
        onConfirm={() => asked && run(() => revoke(asked.kind, asked.id), `Key ${asked.name} revoked`)}
      >
        <Text>
          {asked?.kind === "server" ? "Servers" : "Apps"} that use {asked?.name} lose access immediately, and no one can
          sign in through them. This can't be undone.
        </Text>
      </Confirm>
    </KeepFocus>
  );
}

function End({ of: { status, expiresAt } }: { of: ListedKey }) {
  if (status === "revoked") return <StatusWord kind="quiet">Revoked</StatusWord>;
  if (status === "expired") return <StatusWord kind="quiet">Expired</StatusWord>;
  return expiresAt === null ? "Never" : <Moment at={expiresAt} />;
}
