"use client";

import { Checkbox } from "@mantine/core";
import { useSingleKeys } from "@/components/ui/commands/single-keys";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Whether keys without Ctrl or ⌘ give commands, which the browser remembers. */
export function SingleKeys() {
  const isHydrated = useHydrated();
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <Checkbox
      size="xs"
      checked={isHydrated && isOn}
      disabled={!isHydrated}
      onChange={(event) => setIsOn(event.currentTarget.checked)}
      label={
        <>
          Single-key shortcuts, such as <kbd>g</kbd> then a letter
        </>
      }
    />
  );
}
