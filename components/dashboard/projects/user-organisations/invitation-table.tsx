"use client";

import { IconMailOff } from "@tabler/icons-react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OrganizationInvitation } from "@/lib/sign-in/user-organisations/resource";
import type { Outcome } from "@/lib/web/resource";
import { roleName } from "./role-words";

interface Props {
  invitations: readonly OrganizationInvitation[];
  /** `null` for a member of the dashboard who may not change users. */
  cancel: ((invitationId: string) => Promise<Outcome>) | null;
}

const COLUMNS = ["Email", "Role", "Expires"] as const;

export function InvitationTable({ invitations, cancel }: Props) {
  const { run } = useOutcome();
  return (
    <KeepFocus label="Invitations">
      <Listing label="Invitations" minWidth={480} columns={COLUMNS} stacks hasActions={cancel !== null}>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{roleName(role)}</td>
            <td data-label="Expires">
              <Moment at={expiresAt} />
            </td>
            {cancel && (
              <td data-actions>
                <RowMenu
                  label={`Actions for ${email}`}
                  actions={[
                    {
                      label: "Cancel invitation",
                      icon: IconMailOff,
                      isDestructive: true,
                      onSelect: () => run(() => cancel(id), "Invitation cancelled"),
                    },
                  ]}
                />
              </td>
            )}
          </tr>
        ))}
      </Listing>
    </KeepFocus>
  );
}
