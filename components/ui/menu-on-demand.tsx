"use client";

import { useMergedRef } from "@mantine/hooks";
import { cloneElement, type ReactElement, type Ref, Suspense, useRef, useState, useTransition } from "react";
import { untilHydrated } from "./until-hydrated";
import { useRowClick } from "./use-row-click";
import { useWhenIdle } from "./use-when-idle";

interface MenuTargetProps {
  ref?: Ref<HTMLButtonElement>;
  "aria-disabled"?: true;
  suppressHydrationWarning?: true;
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
  const button = useRef<HTMLButtonElement>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  // The button stays until the menu can replace it, also where its code cannot be loaded.
  const ask = () =>
    start(async () => {
      const isLoaded = await load().then(
        () => true,
        () => false,
      );
      if (isLoaded) start(() => setIsAsked(true));
    });
  useRowClick(button, opensByRow && !isAsked, ask);
  const mergedRef = useMergedRef(button, untilHydrated.ref);
  const closed = cloneElement(target, {
    ...untilHydrated,
    ref: mergedRef,
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: ask,
  });
  // A boundary around the server's output would be sent apart from the page, and shown 300 ms later.
  return isAsked ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
