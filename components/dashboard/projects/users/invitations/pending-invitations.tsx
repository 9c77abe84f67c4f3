"use client";

import { IconMailForward, IconMailX } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
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
  const actionsOf = ({ id, email }: UserInvitation, { resend, revoke }: NonNullable<Props["changes"]>) => [
    {
      label: "Send again",
      icon: IconMailForward,
      onSelect: () => run(() => resend(id), `Invitation sent to ${email} again`),
    },
    {
      ...{ label: "Revoke invitation", icon: IconMailX, isDestructive: true },
      onSelect: () => run(() => revoke(id), `Invitation for ${email} revoked`),
    },
  ];
  return (
    <MenuTable
      label="Pending invitations"
      minWidth={480}
      rows={invitations}
      columns={[
        { name: "Email", cell: ({ email }) => email },
        { name: "Sent", cell: ({ sentAt }) => <Moment at={sentAt} /> },
        { name: "Expires", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
      ]}
      menu={changes && ((row) => ({ of: row.email, actions: actionsOf(row, changes) }))}
    />
  );
}
