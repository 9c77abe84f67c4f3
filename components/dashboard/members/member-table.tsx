"use client";

import { IconArrowsExchange, IconCrown, IconUserCog, IconUserMinus } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import type { RowAction } from "@/components/ui/row-action";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ListedMember, Member, Person as PersonOf } from "@/lib/people/members/resource";
import type { Outcome } from "@/lib/web/resource";
import { asRole, roleName } from "./role";

export interface ShownMember extends ListedMember {
  isSelf: boolean;
  /** The roles that the viewer may assign; empty where the role cannot be changed. */
  roles: readonly string[];
  mayRemove: boolean;
  mayReceiveOwnership: boolean;
}

interface Props {
  members: readonly ShownMember[];
  setRole: (memberId: string, role: string) => Promise<Outcome>;
  remove: (memberId: string) => Promise<Outcome>;
  transfer: (memberId: string) => Promise<Outcome>;
}

export function MemberTable({ members, setRole, remove, transfer }: Props) {
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<Question>();
  const choose = (member: ShownMember, role: string) => {
    if (role === "owner") ask({ member, what: "own" });
    else run(() => setRole(member.id, role), `${nameOf(member)} is now ${asRole(role)}`);
  };
  const confirmed = ({ member, what }: Question) => {
    const name = nameOf(member);
    if (what === "remove") run(() => remove(member.id), `${name} is no longer a member`);
    if (what === "own") run(() => setRole(member.id, "owner"), `${name} is now an owner`);
    if (what === "transfer") run(() => transfer(member.id), `${name} is now an owner, and you're an admin`);
  };
  const actionsOf = (member: ShownMember): RowAction[] => [
    ...member.roles
      .filter((role) => role !== member.role)
      .map((role) => ({
        label: `Make ${asRole(role)}`,
        icon: role === "owner" ? IconCrown : IconUserCog,
        onSelect: () => choose(member, role),
      })),
    ...(member.mayReceiveOwnership
      ? [
          {
            label: "Transfer ownership",
            icon: IconArrowsExchange,
            onSelect: () => ask({ member, what: "transfer" as const }),
          },
        ]
      : []),
    ...(member.mayRemove
      ? [
          {
            label: "Remove member",
            icon: IconUserMinus,
            isDestructive: true,
            onSelect: () => ask({ member, what: "remove" as const }),
          },
        ]
      : []),
  ];
  const words = asked && questionWords(asked);
  return (
    <MenuTable
      label="Members"
      minWidth={560}
      rows={members}
      columns={[
        { name: "Name", cell: (member) => <Person {...member} note={member.isSelf ? "(you)" : ""} hasAddress /> },
        { name: "Role", card: null, cell: ({ role }) => roleName(role) },
        { name: "Last active", cell: ({ lastActiveAt: at }) => (at === null ? "Never" : <Moment at={at} />) },
        { name: "Two-step verification", card: "Two-step", cell: ({ hasTwoFactor }) => (hasTwoFactor ? "On" : "Off") },
      ]}
      menu={(member) => ({ of: member.email, actions: actionsOf(member) })}
    >
      <Confirm
        isOpen={isAsking}
        title={words?.title ?? ""}
        confirm={words?.confirm ?? ""}
        onClose={close}
        onConfirm={() => asked && confirmed(asked)}
      >
        {words?.text}
      </Confirm>
    </MenuTable>
  );
}

const nameOf = ({ name, email }: PersonOf) => name || email;

/** The question before a change of a member that the asking member cannot take back. */
interface Question {
  member: Member;
  /** `transfer` also takes the ownership of the member who asks. */
  what: "remove" | "own" | "transfer";
}

function questionWords({ member: { name, email }, what }: Question): {
  title: string;
  confirm: string;
  text: string;
} {
  const who = name ? `${name} (${email})` : email;
  if (what === "remove") {
    return {
      title: "Remove member",
      confirm: "Remove",
      text: `${who} loses access immediately, and their API keys stop working.`,
    };
  }
  if (what === "own") {
    return {
      title: "Make owner",
      confirm: "Make owner",
      text: `Owners can do everything, including removing you and deleting the organisation. ${who} will be an owner.`,
    };
  }
  return {
    title: "Transfer ownership",
    confirm: "Transfer",
    text: `${who} becomes an owner, and you become an admin. Only an owner can reverse this.`,
  };
}
