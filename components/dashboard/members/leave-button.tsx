"use client";

import { ScriptButton } from "@/components/ui/script-button";
import { useConfirm } from "@/components/ui/use-confirm";
import type { Outcome } from "@/lib/web/resource";

export function LeaveButton({ name, leave }: { name: string; leave: () => Promise<Outcome> }) {
  const { ask, isWorking, dialog } = useConfirm({
    title: `Leave ${name}`,
    confirm: "Leave",
    text: () => "Your API keys stop working, and you'll need an invitation to come back.",
    act: leave,
    done: () => `You left ${name}.`,
  });
  return (
    <>
      <ScriptButton variant="default" loading={isWorking} onClick={() => ask()}>
        Leave organisation
      </ScriptButton>
      {dialog}
    </>
  );
}
