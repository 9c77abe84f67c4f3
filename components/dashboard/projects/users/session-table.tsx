"use client";

import { IconLogout } from "@tabler/icons-react";
import { browserName } from "@/components/dashboard/account/browser-name";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OwnedSession } from "@/lib/sign-in/users/resource";
import type { Outcome } from "@/lib/web/resource";
import { methodWords } from "./method-words";

interface Props {
  sessions: readonly OwnedSession[];
  /** `null` for a member who may not. */
  end: ((sessionId: string) => Promise<Outcome>) | null;
}

/** The sessions of a user. */
export function SessionTable({ sessions, end }: Props) {
  const { run } = useOutcome();
  return (
    <MenuTable
      label="Sessions"
      minWidth={560}
      rows={sessions}
      columns={[
        { name: "Device", cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span> },
        { name: "Method", card: null, cell: ({ factors }) => factors.map(methodWords).join(", ") },
        { name: "Address", card: null, cell: ({ ipAddress }) => ipAddress },
        { name: "Signed in", cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
        { name: "Last used", cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
      ]}
      menu={
        end &&
        (({ id, userAgent }) => ({
          of: browserName(userAgent),
          actions: [{ label: "End session", icon: IconLogout, onSelect: () => run(() => end(id), "Session ended.") }],
        }))
      }
    />
  );
}
