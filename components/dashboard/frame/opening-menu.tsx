"use client";

import { Menu, type MenuProps, MenuTarget } from "@mantine/core";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";

export interface Opened {
  /** The button in whose place the menu comes. */
  target: ReactElement<{ ref?: Ref<HTMLButtonElement> }>;
}

interface Props extends Opened, Pick<MenuProps, "position" | "width" | "closeOnItemClick"> {
  /** The dropdown. */
  children: ReactElement;
}

/** A menu that takes the place of its button when that is pressed, and is open from then on. */
export function OpeningMenu({ target, children, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focus was on the button before, and comes back to it when the menu closes.
    button.current?.focus();
    setIsOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} withinPortal={false} withInitialFocusPlaceholder={false} {...props}>
      <MenuTarget>{cloneElement(target, { ref: button })}</MenuTarget>
      {children}
    </Menu>
  );
}
