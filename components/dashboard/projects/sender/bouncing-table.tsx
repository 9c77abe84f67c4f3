"use client";

import { IconMailForward } from "@tabler/icons-react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { BouncingAddress } from "@/lib/sign-in/mail/bounces/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  addresses: readonly BouncingAddress[];
  /** `null` for a member who may not. */
  lift: ((address: string) => Promise<Outcome>) | null;
}

const COLUMNS = ["Address", "Reason", "Code", "Bounced"] as const;

export function BouncingTable({ addresses, lift }: Props) {
  const { run } = useOutcome();
  return (
    <KeepFocus label="Bouncing addresses">
      <Listing label="Bouncing addresses" minWidth={720} columns={COLUMNS} stacks>
        {addresses.map(({ address, code, reason, createdAt }) => (
          <tr key={address}>
            <th scope="row">{address}</th>
            <td>{reason}</td>
            <td data-label="Code">{code}</td>
            <td data-label="Bounced">
              <Moment at={createdAt} />
            </td>
            <td data-actions>
              <RowMenu
                label={`Actions for ${address}`}
                actions={
                  lift
                    ? [
                        {
                          label: "Send emails again",
                          icon: IconMailForward,
                          onSelect: () => run(() => lift(address), `Emails to ${address} are sent again`),
                        },
                      ]
                    : []
                }
              />
            </td>
          </tr>
        ))}
      </Listing>
    </KeepFocus>
  );
}
