"use client";

import { IconMailOff } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OrganizationInvitation } from "@/lib/sign-in/user-organisations/resource";
import type { Outcome } from "@/lib/web/resource";
import { roleName } from "./role-words";

interface Props {
  invitations: readonly OrganizationInvitation[];
  /** `null` for a member of the dashboard who may not change users. */
  cancel: ((invitationId: string) => Promise<Outcome>) | null;
}

export function InvitationTable({ invitations, cancel }: Props) {
  const { run } = useOutcome();
  const cancelled = (id: string) => cancel && run(() => cancel(id), "Invitation cancelled");
  return (
    <MenuTable
      label="Invitations"
      minWidth={480}
      rows={invitations}
      columns={[
        { name: "Email", cell: ({ email }) => email },
        { name: "Role", card: null, cell: ({ role }) => roleName(role) },
        { name: "Expires", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
      ]}
      menu={
        cancel &&
        (({ id, email }) => ({
          of: email,
          actions: [
            { label: "Cancel invitation", icon: IconMailOff, isDestructive: true, onSelect: () => cancelled(id) },
          ],
        }))
      }
    />
  );
}
