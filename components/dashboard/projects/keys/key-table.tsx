"use client";

import { Text } from "@mantine/core";
import { IconKeyOff } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ProjectKey } from "@/lib/sign-in/project-keys/resource";
import type { Outcome } from "@/lib/web/resource";
import { KeyEnd, KeyLastUse, KeyName } from "../../keys/key-cells";
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
  const { asked, isAsking, ask, close } = useAsked<ListedKey>();
  if (keys.length === 0) return <p className={classes.none}>No {label.toLowerCase()} yet.</p>;
  return (
    <KeepFocus label={label}>
      <Listing label={label} minWidth={820} columns={COLUMNS} stacks>
        {keys.map((key) => (
          <tr key={key.id} data-dimmed={key.status !== "active" || undefined}>
            <th scope="row">
              <KeyName of={key} />
            </th>
            <td>{scopeWords(key.scope)}</td>
            <td>
              <Creator of={key} />
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
