"use client";

import { Table, VisuallyHidden } from "@mantine/core";
import { Moment } from "../moment";
import { ScriptButton } from "../script-button";
import { Scrolling } from "../scrolling";
import { useOutcome } from "../use-outcome";

type Outcome = { isDone: true; value: unknown } | { isDone: false; message: string };

interface Props {
  invitations: readonly { id: string; email: string; role: string; expiresAt: string }[];
  revoke: (invitationId: string) => Promise<Outcome>;
}

export function InvitationList({ invitations, revoke }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <Scrolling label="Invitations, scrollable" minWidth={480}>
      <Table verticalSpacing="sm" aria-label="Invitations">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map(({ id, email, role, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={500}>
                {email}
              </Table.Th>
              <Table.Td>{role}</Table.Td>
              <Table.Td>
                <Moment at={expiresAt} />
              </Table.Td>
              <Table.Td ta="right">
                <ScriptButton
                  size="compact-sm"
                  variant="default"
                  disabled={isWorking}
                  aria-label={`Revoke the invitation of ${email}`}
                  onClick={() => run(() => revoke(id), `${email} is no longer invited.`)}
                >
                  Revoke
                </ScriptButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}
