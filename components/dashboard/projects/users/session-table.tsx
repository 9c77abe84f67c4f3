"use client";

import { IconLogout } from "@tabler/icons-react";
import { browserName } from "@/components/dashboard/account/browser-name";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OwnedSession } from "@/lib/sign-in/users/resource";
import type { Outcome } from "@/lib/web/resource";
import { methodWords } from "./method-words";

interface Props {
  sessions: readonly OwnedSession[];
  /** `null` for a member who may not. */
  end: ((sessionId: string) => Promise<Outcome>) | null;
}

const COLUMNS = ["Device", "Method", "Address", "Signed in", "Last used"] as const;

/** The sessions of a user. */
export function SessionTable({ sessions, end }: Props) {
  const { run } = useOutcome();
  return (
    <KeepFocus label="Sessions">
      <Listing label="Sessions" minWidth={560} columns={COLUMNS} stacks hasActions={end !== null}>
        {sessions.map(({ id, userAgent, factors, ipAddress, signedInAt, lastUsedAt }) => (
          <tr key={id}>
            <th scope="row" title={userAgent}>
              {browserName(userAgent)}
            </th>
            <td>{factors.map(methodWords).join(", ")}</td>
            <td>{ipAddress}</td>
            <td data-label="Signed in">
              <Moment at={signedInAt} />
            </td>
            <td data-label="Last used">
              <Moment at={lastUsedAt} />
            </td>
            {end && (
              <td data-actions>
                <RowMenu
                  label={`Actions for ${browserName(userAgent)}`}
                  actions={[
                    { label: "End session", icon: IconLogout, onSelect: () => run(() => end(id), "Session ended.") },
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
