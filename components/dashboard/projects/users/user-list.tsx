"use client";

import { Checkbox } from "@mantine/core";
import { IconBan, IconLogout, IconTrash, IconUserCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { SelectionToolbar, useSelection } from "@/components/ui/lists/selection";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import { Person } from "@/components/ui/person";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import rowName from "@/components/ui/row-name.module.css";
import type { ListedUser } from "@/lib/sign-in/users/resource";
import type { UserChanges } from "./changes";
import { type MethodChoice, methodLabel } from "./method-choices";
import { UserStatus } from "./status";
import { useUserChanges } from "./use-user-changes";

interface Props {
  /** The address of the list. */
  address: string;
  users: readonly ListedUser[];
  /** The methods with their names. */
  methods: readonly MethodChoice[];
  /** The content above the list while nothing is selected. */
  toolbar: ReactNode;
  /** `null` for a member who may change nothing. */
  changes: UserChanges | null;
}

/** The users of a project. A member who may change them selects several, or opens the menu of one. */
export function UserList({ changes, ...props }: Props) {
  if (changes) return <ChangingList {...props} changes={changes} />;
  return (
    <>
      {props.toolbar}
      <Table {...props} />
    </>
  );
}

function ChangingList({ toolbar, changes, users, methods, address }: Props & { changes: UserChanges }) {
  const selection = useSelection(users.map(({ id }) => id));
  const { ask, unban, dialogs } = useUserChanges(changes);
  const chosen = users.filter(({ id }) => selection.selected.has(id));
  const acts = [
    { label: "End sessions", act: () => ask({ what: "end", users: chosen }) },
    { label: "Ban", act: () => ask({ what: "ban", users: chosen }) },
    { label: "Delete", act: () => ask({ what: "delete", users: chosen }) },
  ];
  const actionsOf = (user: ListedUser): RowAction[] => [
    { label: "End sessions", icon: IconLogout, onSelect: () => ask({ what: "end", users: [user] }) },
    user.bannedAt === null
      ? { label: "Ban user", icon: IconBan, onSelect: () => ask({ what: "ban", users: [user] }) }
      : { label: "Unban user", icon: IconUserCheck, onSelect: () => unban([user]) },
    {
      label: "Delete user",
      icon: IconTrash,
      isDestructive: true,
      onSelect: () => ask({ what: "delete", users: [user] }),
    },
  ];
  return (
    <>
      <SelectionToolbar noun="user" {...{ selection, toolbar, acts }} />
      <KeepFocus label="Users">
        <Table
          address={address}
          users={users}
          methods={methods}
          actionsOf={actionsOf}
          selected={selection.selected}
          toggle={selection.toggle}
        />
      </KeepFocus>
      {dialogs}
    </>
  );
}

interface TableProps extends Pick<Props, "address" | "users" | "methods"> {
  actionsOf?: (user: ListedUser) => RowAction[];
  selected?: ReadonlySet<string>;
  toggle?: (id: string) => void;
}

const COLUMNS = ["User", "Methods", "Last sign-in", "Created"] as const;

function Table({ address, users, methods, actionsOf, selected, toggle }: TableProps) {
  return (
    <Listing label="Users" minWidth={720} columns={COLUMNS} stacks hasActions={actionsOf !== undefined}>
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row">
            <div className={rowName.name}>
              {toggle && (
                <Checkbox
                  size="xs"
                  aria-label={`Select ${user.email}`}
                  checked={selected?.has(user.id) ?? false}
                  onChange={() => toggle(user.id)}
                />
              )}
              <PageLink href={`${address}/${user.id}`} data-row-link>
                <Person {...user} hasAddress />
                <PendingLink />
              </PageLink>
              <UserStatus of={user} />
            </div>
          </th>
          <td>{user.methods.map((method) => methodLabel(methods, method)).join(", ")}</td>
          <td data-label="Last sign-in">{user.lastSignInAt === null ? "Never" : <Moment at={user.lastSignInAt} />}</td>
          <td data-label="Created">
            <Moment at={user.createdAt} />
          </td>
          {actionsOf && (
            <td data-actions>
              <RowMenu label={`Actions for ${user.email}`} actions={actionsOf(user)} />
            </td>
          )}
        </tr>
      ))}
    </Listing>
  );
}
