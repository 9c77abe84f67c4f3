"use client";

import { IconCrown, IconUserCog, IconUserMinus } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import { useConfirm } from "@/components/ui/use-confirm";
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

export function MemberTable({ members, changes }: Props) {
  const { run } = useOutcome();
  const { ask, dialog } = useConfirm<OrganizationMember>({
    title: "Remove member",
    confirm: "Remove",
    text: (member) => `${nameOf(member)} can't work in the organisation any more. The user stays.`,
    act: changes && (({ id }) => changes.remove(id)),
    done: (member) => `${nameOf(member)} was removed`,
  });
  const actionsOf = (member: OrganizationMember, { setRole }: NonNullable<Props["changes"]>) => [
    ...ROLES.filter((role) => role !== member.role).map((role) => ({
      label: `Make ${asRole(role)}`,
      icon: role === "owner" ? IconCrown : IconUserCog,
      onSelect: () => run(() => setRole(member.id, role), `${nameOf(member)} is now ${asRole(role)}`),
    })),
    { label: "Remove member", icon: IconUserMinus, isDestructive: true, onSelect: () => ask(member) },
  ];
  return (
    <MenuTable
      label="Members"
      minWidth={480}
      rows={members}
      columns={[
        { name: "Name", cell: ({ user }) => <Person {...user} hasAddress /> },
        { name: "Role", card: null, cell: ({ role }) => roleName(role) },
        { name: "Joined", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      menu={changes && ((member) => ({ of: member.user.email, actions: actionsOf(member, changes) }))}
    >
      {dialog}
    </MenuTable>
  );
}

const nameOf = ({ user }: OrganizationMember) => user.name || user.email;
