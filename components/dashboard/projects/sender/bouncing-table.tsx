"use client";

import { IconMailForward } from "@tabler/icons-react";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { useOutcome } from "@/components/ui/use-outcome";
import type { BouncingAddress } from "@/lib/sign-in/mail/bounces/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  addresses: readonly BouncingAddress[];
  /** `null` for a member who may not. */
  lift: ((address: string) => Promise<Outcome>) | null;
}

export function BouncingTable({ addresses, lift }: Props) {
  const { run } = useOutcome();
  const lifted = (address: string) => lift && run(() => lift(address), `Emails to ${address} are sent again`);
  return (
    <MenuTable
      label="Bouncing addresses"
      minWidth={720}
      rows={addresses}
      keyOf={({ address }) => address}
      columns={[
        { name: "Address", cell: ({ address }) => address },
        { name: "Reason", card: null, cell: ({ reason }) => reason },
        { name: "Code", cell: ({ code }) => code },
        { name: "Bounced", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      menu={
        lift &&
        (({ address }) => ({
          of: address,
          actions: [{ label: "Send emails again", icon: IconMailForward, onSelect: () => lifted(address) }],
        }))
      }
    />
  );
}
