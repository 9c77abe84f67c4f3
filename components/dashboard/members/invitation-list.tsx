"use client";

import { IconMailX } from "@tabler/icons-react";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Invitation } from "@/lib/people/invitations/resource";
import type { Outcome } from "@/lib/web/resource";
import { roleName } from "./role";

interface Props {
  invitations: readonly Invitation[];
  revoke: (invitationId: string) => Promise<Outcome>;
}

export function InvitationList({ invitations, revoke }: Props) {
  const { run } = useOutcome();
  return (
    <Listing label="Invitations" minWidth={480} columns={["Email", "Role", "Sent", "Expires"]} stacks>
      {invitations.map(({ id, email, role, createdAt, expiresAt }) => (
        <tr key={id}>
          <th scope="row">{email}</th>
          <td>{roleName(role)}</td>
          <td data-label="Sent">
            <Moment at={createdAt} />
          </td>
          <td data-label="Expires">
            <Moment at={expiresAt} />
          </td>
          <td data-actions>
            <RowMenu
              label={`Actions for ${email}`}
              actions={[
                {
                  label: "Revoke invitation",
                  icon: IconMailX,
                  isDestructive: true,
                  onSelect: () => run(() => revoke(id), `Invitation for ${email} revoked`),
                },
              ]}
            />
          </td>
        </tr>
      ))}
    </Listing>
  );
}
