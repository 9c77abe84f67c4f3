"use client";

import { useSingleKeys } from "@/components/ui/commands/single-keys";
import { useHydrated } from "@/components/ui/use-hydrated";
import classes from "./account.module.css";

/** Whether keys without Ctrl or ⌘ give commands, which the browser remembers. */
export function SingleKeys() {
  const isHydrated = useHydrated();
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={isHydrated && isOn}
        disabled={!isHydrated}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      <span>
        Single-key shortcuts, such as <kbd>g</kbd> then a letter
      </span>
    </label>
  );
}
