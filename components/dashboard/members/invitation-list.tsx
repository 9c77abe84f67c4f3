"use client";

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
        <tr key={id}>
          <th scope="row">{email}</th>
          <td>{roleName(role)}</td>
          <td>
            <Moment at={expiresAt} />
          </td>
          <td data-actions>
            <ScriptButton
              size="compact-sm"
              variant="default"
              disabled={isWorking}
              aria-label={`Revoke the invitation for ${email}`}
              onClick={() => run(() => revoke(id), `Revoked the invitation for ${email}.`)}
            >
              Revoke
            </ScriptButton>
          </td>
        </tr>
      ))}
    </Listing>
  );
}
