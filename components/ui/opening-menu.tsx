"use client";

import { Menu, type MenuProps, MenuTarget } from "@mantine/core";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";
import { useRowClick } from "./use-row-click";

export interface Opened {
  /** The button that the menu replaces. */
  target: ReactElement<{ ref?: Ref<HTMLButtonElement> }>;
}

interface Props extends Opened, Pick<MenuProps, "position" | "width" | "closeOnItemClick"> {
  /** The dropdown of the menu. */
  children: ReactElement;
  /** Whether a right click in the row around the button opens the menu too. */
  opensByRow?: boolean;
}

/** A menu that replaces its button when that is pressed, and is open when it is rendered. */
export function OpeningMenu({ target, children, opensByRow = false, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button had the focus before, and gets it back when the menu closes.
    button.current?.focus();
    setIsOpen(true);
  }, []);
  useRowClick(button, opensByRow, () => setIsOpen(true));
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      withinPortal={false}
      // A table that scrolls sideways would cut the menu of its last row off.
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      {...props}
    >
      <MenuTarget>{cloneElement(target, { ref: button })}</MenuTarget>
      {children}
    </Menu>
  );
}
