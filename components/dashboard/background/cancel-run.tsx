"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ScriptButton } from "@/components/ui/script-button";
import { cancelRun } from "./requests";

interface Props {
  /** The address of the SQL page. */
  base: string;
  runId: string;
  variant?: "default" | "subtle";
  /** The label for screen readers in place of `Cancel`, if several can be cancelled. */
  label?: string;
}

/** The button that cancels a run in the background. */
export function CancelRun({ base, runId, variant = "default", label }: Props) {
  const router = useRouter();
  const [isWorking, setIsWorking] = useState(false);
  const cancel = async () => {
    setIsWorking(true);
    const refusal = await cancelRun(base, runId).catch(() => null);
    if (refusal) notifications.show({ color: "red", role: "alert", message: refusal.message });
    router.refresh();
  };
  return (
    <ScriptButton size="compact-sm" variant={variant} disabled={isWorking} onClick={cancel} aria-label={label}>
      Cancel
    </ScriptButton>
  );
}
