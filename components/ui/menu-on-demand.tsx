"use client";

import { cloneElement, type ReactElement, type Ref, Suspense, useRef, useState, useTransition } from "react";
import { useHydrated } from "./use-hydrated";
import { useRowClick } from "./use-row-click";
import { useWhenIdle } from "./use-when-idle";

interface MenuTargetProps {
  ref?: Ref<HTMLButtonElement>;
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
  /** Whether a right click in the row around the button opens the menu too. */
  opensByRow?: boolean;
}

/** A menu whose code is loaded after the page, since positioning needs as much script as the rest of the header. */
export function MenuOnDemand({ target, load, children, opensByRow = false }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const [, start] = useTransition();
  const isHydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  // The transition keeps the button until the menu can replace it.
  const ask = () => start(() => setIsAsked(true));
  useRowClick(button, opensByRow && !isAsked, ask);
  const closed = cloneElement(target, {
    ref: button,
    "aria-disabled": isHydrated ? undefined : true,
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: ask,
  });
  return <Suspense fallback={closed}>{isAsked ? children : closed}</Suspense>;
}
