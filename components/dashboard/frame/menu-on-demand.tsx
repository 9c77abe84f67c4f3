"use client";

import { cloneElement, type ReactElement, Suspense, useState, useTransition } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useWhenIdle } from "@/components/ui/use-when-idle";

interface MenuTargetProps {
  "aria-disabled"?: true;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
}

interface Props {
  /** The button that opens the menu. */
  target: ReactElement<MenuTargetProps>;
  /** Loads the code of the menu. Later calls return the same promise. */
  load: () => Promise<unknown>;
  /** The button together with the menu, which is open when it is rendered. */
  children: ReactElement;
}

/** A menu whose code is loaded after the page, since positioning needs as much script as the rest of the header. */
export function MenuOnDemand({ target, load, children }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const [, start] = useTransition();
  const isHydrated = useHydrated();
  useWhenIdle(() => void load().catch(() => undefined));
  // The transition keeps the button until the menu can replace it.
  const ask = () => start(() => setIsAsked(true));
  const closed = cloneElement(target, {
    "aria-disabled": isHydrated ? undefined : true,
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: ask,
  });
  return <Suspense fallback={closed}>{isAsked ? children : closed}</Suspense>;
}
