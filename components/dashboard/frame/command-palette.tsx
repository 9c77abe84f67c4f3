"use client";

import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { FrameProps } from "./frame-props";

const Opened = lazy(() => import("./command-palette-opened"));

interface Palette {
  isThere: boolean;
  /** How many times the user has opened it. */
  timesAsked: number;
}

/** Loads the command palette once the page is idle, or when the user opens it by a button or Ctrl K. */
export function usePalette(): Palette & { open: () => void } {
  const [isThere, setIsThere] = useState(false);
  const [timesAsked, setTimesAsked] = useState(0);
  const open = () => {
    setIsThere(true);
    setTimesAsked((times) => times + 1);
  };
  useWhenIdle(() => setIsThere(true));
  useHotkeys([["mod+K", open]]);
  return { isThere, timesAsked, open };
}

type Props = Palette & Pick<FrameProps, "organisations" | "organisation" | "database">;

export function CommandPalette({ isThere, ...props }: Props) {
  if (!isThere) return null;
  return (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  );
}
