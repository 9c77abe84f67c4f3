"use client";

import { IconSend } from "@tabler/icons-react";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Outcome } from "@/lib/web/resource";

export function SendTest({ test }: { test: () => Promise<Outcome> }) {
  const { run, isWorking } = useOutcome();
  return (
    <ScriptButton
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={isWorking}
      onClick={() => run(test, "Test event sent")}
    >
      Send test event
    </ScriptButton>
  );
}
