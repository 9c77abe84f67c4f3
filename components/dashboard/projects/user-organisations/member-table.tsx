"use client";

import { IconCrown, IconUserCog, IconUserMinus } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OrganizationMember } from "@/lib/sign-in/user-organisations/resource";
import type { Outcome } from "@/lib/web/resource";
import { asRole, ROLES, roleName } from "./role-words";

interface Props {
  members: readonly OrganizationMember[];
  /** `null` for a member of the dashboard who may not change users. */
  changes: {
    setRole: (memberId: string, role: string) => Promise<Outcome>;
    remove: (memberId: string) => Promise<Outcome>;
  } | null;
}

const COLUMNS = ["Name", "Role", "Joined"] as const;

export function MemberTable({ members, changes }: Props) {
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<OrganizationMember>();
  const actionsOf = (member: OrganizationMember, { setRole }: NonNullable<Props["changes"]>) => [
    ...ROLES.filter((role) => role !== member.role).map((role) => ({
      label: `Make ${asRole(role)}`,
      icon: role === "owner" ? IconCrown : IconUserCog,
      onSelect: () => run(() => setRole(member.id, role), `${nameOf(member)} is now ${asRole(role)}`),
    })),
    { label: "Remove member", icon: IconUserMinus, isDestructive: true, onSelect: () => ask(member) },
  ];
  return (
    <KeepFocus label="Members">
      <Listing label="Members" minWidth={480} columns={COLUMNS} stacks hasActions={changes !== null}>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              <Person {...member.user} hasAddress />
            </th>
            <td>{roleName(member.role)}</td>
            <td data-label="Joined">
              <Moment at={member.createdAt} />
            </td>
            {changes && (
              <td data-actions>
                <RowMenu label={`Actions for ${member.user.email}`} actions={actionsOf(member, changes)} />
              </td>
            )}
          </tr>
        ))}
      </Listing>
      <Confirm
        isOpen={isAsking}
        title="Remove member"
        confirm="Remove"
        onClose={close}
        onConfirm={() => asked && changes && run(() => changes.remove(asked.id), `${nameOf(asked)} was removed`)}
      >
        {asked && `${nameOf(asked)} can't work in the organisation any more. The user stays.`}
      </Confirm>
    </KeepFocus>
  );
}

const nameOf = ({ user }: OrganizationMember) => user.name || user.email;
