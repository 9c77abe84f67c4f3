"use client";

import { Button, Table, TableScrollContainer } from "@mantine/core";
import { Moment } from "../moment";
import { useOutcome } from "../use-outcome";

type Outcome = { isDone: true; value: unknown } | { isDone: false; message: string };

interface Props {
  invitations: readonly { id: string; email: string; role: string; expiresAt: string }[];
  revoke: (invitationId: string) => Promise<Outcome>;
}

export function InvitationList({ invitations, revoke }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <TableScrollContainer minWidth={480} type="native">
      <Table verticalSpacing="sm" aria-label="Invitations">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th aria-label="Actions" />
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
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isWorking}
                  aria-label={`Revoke the invitation of ${email}`}
                  onClick={() => run(() => revoke(id), `${email} is no longer invited.`)}
                >
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  );
}
