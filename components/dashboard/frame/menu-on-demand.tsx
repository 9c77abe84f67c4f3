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
  /** The button. */
  target: ReactElement<MenuTargetProps>;
  /** Loads the code of the menu; each call after the first answers at once. */
  load: () => Promise<unknown>;
  /** The button with its menu, which opens by itself. */
  children: ReactElement;
}

/** A menu whose code comes after the page: placing what floats is as much script as all the rest of the header. */
export function MenuOnDemand({ target, load, children }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const [, start] = useTransition();
  const isHydrated = useHydrated();
  useWhenIdle(() => void load().catch(() => undefined));
  // In a transition: the button stays until the menu can take its place.
  const ask = () => start(() => setIsAsked(true));
  const closed = cloneElement(target, {
    "aria-disabled": isHydrated ? undefined : true,
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: ask,
  });
  return <Suspense fallback={closed}>{isAsked ? children : closed}</Suspense>;
}
