"use client";

import { Badge, Group, NativeSelect } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Member } from "@/lib/people/members/resource";
import type { Outcome } from "@/lib/web/resource";
import { asRole, roleName } from "./role";

interface ListedMember extends Member {
  isSelf: boolean;
  /** The roles that the viewer may assign; empty where the role cannot be changed. */
  roles: readonly string[];
  mayRemove: boolean;
  mayReceiveOwnership: boolean;
}

interface Question {
  member: ListedMember;
  /** `transfer` also takes the ownership of the member who asks. */
  what: "remove" | "own" | "transfer";
}

interface Props {
  members: readonly ListedMember[];
  setRole: (memberId: string, role: string) => Promise<Outcome>;
  remove: (memberId: string) => Promise<Outcome>;
  transfer: (memberId: string) => Promise<Outcome>;
}

export function MemberTable({ members, setRole, remove, transfer }: Props) {
  const { isWorking, run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  // The question stays set while the dialog closes, so that its text stays.
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = (question: Question) => {
    setAsked(question);
    open();
  };
  const choose = (member: ListedMember, role: string) => {
    if (role === "owner") ask({ member, what: "own" });
    else run(() => setRole(member.id, role), `${member.email} is now ${asRole(role)}.`);
  };
  const confirmed = ({ member: { id, email }, what }: Question) => {
    if (what === "remove") run(() => remove(id), `${email} is no longer a member.`);
    if (what === "own") run(() => setRole(id, "owner"), `${email} is now an owner.`);
    if (what === "transfer") run(() => transfer(id), `${email} is now an owner, and you're an admin.`);
  };
  const words = asked && questionWords(asked);
  return (
    <KeepFocus label="Members">
      <Listing label="Members" minWidth={560} columns={["Email", "Role", "Joined"]} stacks>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              {member.email} {member.isSelf && <Badge variant="light">You</Badge>}
            </th>
            <td>
              {member.roles.length === 0 ? (
                roleName(member.role)
              ) : (
                <NativeSelect
                  size="xs"
                  miw={110}
                  aria-label={`Role of ${member.email}`}
                  data={member.roles.map((value) => ({ value, label: roleName(value) }))}
                  value={member.role}
                  disabled={isWorking}
                  onChange={(event) => choose(member, event.currentTarget.value)}
                />
              )}
            </td>
            <td>
              <Moment at={member.createdAt} />
            </td>
            <td>
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {member.mayReceiveOwnership && (
                  <ScriptButton
                    size="compact-sm"
                    variant="default"
                    aria-label={`Transfer ownership to ${member.email}`}
                    onClick={() => ask({ member, what: "transfer" })}
                  >
                    Transfer ownership
                  </ScriptButton>
                )}
                {member.mayRemove && (
                  <ScriptButton
                    size="compact-sm"
                    variant="light"
                    color="red"
                    aria-label={`Remove ${member.email}`}
                    onClick={() => ask({ member, what: "remove" })}
                  >
                    Remove
                  </ScriptButton>
                )}
              </Group>
            </td>
          </tr>
        ))}
      </Listing>
      <Confirm
        isOpen={isAsking}
        title={words?.title ?? ""}
        confirm={words?.confirm ?? ""}
        onClose={close}
        onConfirm={() => asked && confirmed(asked)}
      >
        {words?.text}
      </Confirm>
    </KeepFocus>
  );
}

function questionWords({ member: { email }, what }: Question): { title: string; confirm: string; text: string } {
  if (what === "remove") {
    return {
      title: "Remove member",
      confirm: "Remove",
      text: `${email} loses access immediately, and their API keys stop working.`,
    };
  }
  if (what === "own") {
    return {
      title: "Make owner",
      confirm: "Make owner",
      text: `Owners can do everything, including removing you and deleting the organisation. ${email} will be an owner.`,
    };
  }
  return {
    title: "Transfer ownership",
    confirm: "Transfer",
    text: `${email} becomes an owner, and you become an admin. Only an owner can reverse this.`,
  };
}
