"use client";

import { IconMailForward, IconMailX } from "@tabler/icons-react";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { UserInvitation } from "@/lib/sign-in/user-invitations/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  invitations: readonly UserInvitation[];
  /** `null` for a member who may change nothing. */
  changes: Record<"resend" | "revoke", (invitationId: string) => Promise<Outcome>> | null;
}

/** The invitations that nobody has accepted yet. */
export function PendingInvitations({ invitations, changes }: Props) {
  const { run } = useOutcome();
  return (
    <Listing
      label="Pending invitations"
      minWidth={480}
      columns={["Email", "Sent", "Expires"]}
      stacks
      hasActions={changes !== null}
    >
      {invitations.map(({ id, email, sentAt, expiresAt }) => (
        <tr key={id}>
          <th scope="row">{email}</th>
          <td data-label="Sent">
            <Moment at={sentAt} />
          </td>
          <td data-label="Expires">
            <Moment at={expiresAt} />
          </td>
          {changes && (
            <td data-actions>
              <RowMenu
                label={`Actions for ${email}`}
                actions={[
                  {
                    label: "Send again",
                    icon: IconMailForward,
                    onSelect: () => run(() => changes.resend(id), `Invitation sent to ${email} again`),
                  },
                  {
                    label: "Revoke invitation",
                    icon: IconMailX,
                    isDestructive: true,
                    onSelect: () => run(() => changes.revoke(id), `Invitation for ${email} revoked`),
                  },
                ]}
              />
            </td>
          )}
        </tr>
      ))}
    </Listing>
  );
}
