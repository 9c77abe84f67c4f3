"use client";

import { IconMailX } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
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
  const revoked = ({ id, email }: Invitation) => run(() => revoke(id), `Invitation for ${email} revoked`);
  return (
    <MenuTable
      label="Invitations"
      minWidth={480}
      rows={invitations}
      keepsFocus={false}
      columns={[
        { name: "Email", cell: ({ email }) => email },
        { name: "Role", card: null, cell: ({ role }) => roleName(role) },
        { name: "Sent", cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { name: "Expires", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
      ]}
      menu={(row) => ({
        of: row.email,
        actions: [{ label: "Revoke invitation", icon: IconMailX, isDestructive: true, onSelect: () => revoked(row) }],
      })}
    />
  );
}
