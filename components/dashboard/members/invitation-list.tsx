"use client";

import { Table } from "@mantine/core";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Invitation } from "@/lib/people/invitations/resource";
import type { Outcome } from "@/lib/web/resource";
import { roleName } from "./role";

interface Props {
  invitations: readonly Invitation[];
  revoke: (invitationId: string) => Promise<Outcome>;
}

export function InvitationList({ invitations, revoke }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <Listing label="Invitations" minWidth={480} columns={["Email", "Role", "Expires"]}>
      {invitations.map(({ id, email, role, expiresAt }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row" fw={500}>
            {email}
          </Table.Th>
          <Table.Td>{roleName(role)}</Table.Td>
          <Table.Td>
            <Moment at={expiresAt} />
          </Table.Td>
          <Table.Td ta="right">
            <ScriptButton
              size="compact-sm"
              variant="default"
              disabled={isWorking}
              aria-label={`Revoke the invitation for ${email}`}
              onClick={() => run(() => revoke(id), `Revoked the invitation for ${email}.`)}
            >
              Revoke
            </ScriptButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
}
