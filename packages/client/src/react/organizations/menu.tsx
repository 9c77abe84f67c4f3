"use client";

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { openInwards } from "../open-inwards";

interface MenuProps {
  /** The button's label for screen readers. */
  label: string;
  menuLabel: string;
  button: ReactNode;
  children: ReactNode;
}

type Place = "chosen" | "last";

/** A button with a menu, by the pattern of the ARIA Authoring Practices Guide. A press on an item closes it. */
export function Menu({ label, menuLabel, button, children }: MenuProps): ReactNode {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Place | null>(null);
  const isOpen = opened !== null;
  useLeft(root, isOpen, () => setOpened(null));

  useEffect(() => {
    if (opened === null || !root.current) return;
    openInwards(root.current);
    const items = itemsOf(root.current);
    const chosen = items.find((item) => item.ariaChecked === "true") ?? items[0];
    (opened === "last" ? items.at(-1) : chosen)?.focus();
  }, [opened]);

  function close() {
    setOpened(null);
    root.current?.querySelector("button")?.focus();
  }

  function onButtonKey(event: KeyboardEvent) {
    const place = ({ ArrowDown: "chosen", ArrowUp: "last" } as const)[event.key];
    if (place === undefined) return;
    event.preventDefault();
    setOpened(place);
  }

  function onMenuKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      return;
    }
    const items = itemsOf(event.currentTarget);
    const next = nextItem(items, items.indexOf(document.activeElement as HTMLElement), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div data-part="menu" ref={root}>
      <button
        type="button"
        data-part="menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpened(isOpen ? null : "chosen")}
        onKeyDown={onButtonKey}
      >
        {button}
      </button>
      {isOpen ? (
        <div
          data-part="menu-content"
          role="menu"
          id={id}
          aria-label={menuLabel}
          tabIndex={-1}
          onKeyDown={onMenuKey}
          onClick={(event) => {
            if ((event.target as Element).closest('[role^="menuitem"]')) close();
          }}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** Calls back when the focus or a press goes elsewhere. */
function useLeft(root: RefObject<HTMLElement | null>, isWanted: boolean, onLeft: () => void): void {
  const current = useRef(onLeft);
  useEffect(() => {
    current.current = onLeft;
  });
  useEffect(() => {
    if (!isWanted) return;
    const leave = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) current.current();
    };
    const kinds = ["pointerdown", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, leave);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, leave);
    };
  }, [root, isWanted]);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

interface Named {
  textContent: string | null;
}

/** Returns the item that a key leads to: the arrows go round, and a letter to the next item that begins with it. */
export function nextItem<Item extends Named>(items: readonly Item[], at: number, key: string): Item | undefined {
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at <= 0 ? -1 : at - 1);
  if ([...key].length !== 1 || key === " ") return undefined;
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return following.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
