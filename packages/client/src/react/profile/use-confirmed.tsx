"use client";

import { type ReactNode, useState } from "react";
import { Confirmation, type Outcome } from "./confirmation";

type Action = () => Promise<Outcome>;

/**
 * Runs actions that need a fresh sign-in. When the service refuses one with `session_not_fresh`, `confirmation` asks
 * users to prove who they are, and the action runs again after it.
 */
export function useConfirmed(): { run: (action: Action) => Promise<Outcome>; confirmation: ReactNode } {
  const [waiting, setWaiting] = useState<{ action: Action } | null>(null);

  async function run(action: Action): Promise<Outcome> {
    const result = await action();
    if (result?.ok !== false || !/^session_(not_fresh|expired)$/.test(result.code)) return result;
    setWaiting({ action });
    return undefined;
  }

  const confirmation = waiting ? (
    <Confirmation
      onConfirmed={async () => {
        const result = await waiting.action();
        if (result?.ok !== false) setWaiting(null);
        return result;
      }}
      onCancel={() => setWaiting(null)}
    />
  ) : null;
  return { run, confirmation };
}
