"use client";

import { Badge, Group, NativeSelect, Table, Text } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "../confirm";
import { Listing } from "../listing";
import { Moment } from "../moment";
import type { Outcome } from "../outcome";
import { ScriptButton } from "../script-button";
import { useOutcome } from "../use-outcome";

interface ListedMember {
  id: string;
  email: string;
  role: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  isSelf: boolean;
  /** The roles that may be given; empty where nothing may be changed. */
  roles: readonly string[];
  mayRemove: boolean;
  mayReceiveOwnership: boolean;
}

interface Props {
  members: readonly ListedMember[];
  setRole: (memberId: string, role: string) => Promise<Outcome>;
  remove: (memberId: string) => Promise<Outcome>;
  transfer: (memberId: string) => Promise<Outcome>;
}

export function MemberTable({ members, setRole, remove, transfer }: Props) {
  const { isWorking, run } = useOutcome();
  const [asked, setAsked] = useState<{ member: ListedMember; what: "remove" | "transfer" } | null>(null);
  return (
    <>
      <Listing label="Members" minWidth={560} columns={["Address", "Role", "Member since"]}>
        {members.map((member) => (
          <Table.Tr key={member.id}>
            <Table.Th scope="row" fw={500}>
              {member.email} {member.isSelf && <Badge variant="light">you</Badge>}
            </Table.Th>
            <Table.Td>
              {member.roles.length === 0 ? (
                member.role
              ) : (
                <NativeSelect
                  size="xs"
                  aria-label={`Role of ${member.email}`}
                  data={[...member.roles]}
                  value={member.role}
                  disabled={isWorking}
                  onChange={(event) => {
                    const role = event.currentTarget.value;
                    run(() => setRole(member.id, role), `${member.email} is ${role} now.`);
                  }}
                />
              )}
            </Table.Td>
            <Table.Td>
              <Moment at={member.createdAt} />
            </Table.Td>
            <Table.Td>
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {member.mayReceiveOwnership && (
                  <ScriptButton
                    size="compact-sm"
                    variant="default"
                    onClick={() => setAsked({ member, what: "transfer" })}
                  >
                    Make owner
                  </ScriptButton>
                )}
                {member.mayRemove && (
                  <ScriptButton
                    size="compact-sm"
                    variant="light"
                    color="red"
                    aria-label={`Remove ${member.email}`}
                    onClick={() => setAsked({ member, what: "remove" })}
                  >
                    Remove
                  </ScriptButton>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Listing>
      <Confirm
        isOpen={asked !== null}
        title={asked?.what === "transfer" ? "Pass ownership on" : "Remove member"}
        confirm={asked?.what === "transfer" ? "Pass on" : "Remove"}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (!asked) return;
          const { member, what } = asked;
          if (what === "remove") run(() => remove(member.id), `${member.email} is removed.`);
          else run(() => transfer(member.id), `${member.email} is owner now, and you are admin.`);
        }}
      >
        {asked?.what === "transfer" ? (
          <Text>{asked.member.email} becomes owner, and you become admin.</Text>
        ) : (
          <Text>{asked?.member.email} loses access at once, and their API keys end.</Text>
        )}
      </Confirm>
    </>
  );
}
