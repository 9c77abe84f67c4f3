"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Confirm } from "@/components/ui/confirm";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Outcome } from "@/lib/web/resource";

export function LeaveButton({ name, leave }: { name: string; leave: () => Promise<Outcome> }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { isWorking, run } = useOutcome();
  return (
    <>
      <ScriptButton variant="default" loading={isWorking} onClick={open}>
        Leave organisation
      </ScriptButton>
      <Confirm
        isOpen={isOpen}
        title={`Leave ${name}`}
        confirm="Leave"
        onClose={close}
        onConfirm={() => run(leave, `You left ${name}.`)}
      >
        <Text>Your API keys stop working, and you'll need an invitation to come back.</Text>
      </Confirm>
    </>
  );
}
