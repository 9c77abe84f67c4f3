"use client";

import type { ReactNode } from "react";
import { useText } from "../use-text";

interface ChoiceProps {
  mark: ReactNode;
  name: string;
  detail?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** A place to work in: an organization, or the user's own account. */
export function Choice({ mark, name, detail, isChosen, onChoose }: ChoiceProps): ReactNode {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      data-part="menu-item"
      onClick={onChoose}
    >
      {mark}
      <span data-part="item-text">
        {name} {detail === undefined ? null : <span data-part="detail">{detail}</span>}
      </span>
    </button>
  );
}

interface ActionProps {
  children: ReactNode;
  href?: string | undefined;
  onAct?: () => void;
}

/** Something to do, or a page to go to. */
export function Action({ children, href, onAct }: ActionProps): ReactNode {
  const attributes = { role: "menuitem", tabIndex: -1, "data-part": "menu-item", onClick: onAct } as const;
  if (href === undefined) {
    return (
      <button type="button" {...attributes}>
        {children}
      </button>
    );
  }
  return (
    <a href={href} {...attributes}>
      {children}
    </a>
  );
}

interface ReceivedProps {
  organizationName: string;
  inviterEmail: string;
  onJoin: () => void;
  onDecline: () => void;
}

/** An invitation that waits for the user. */
export function Received({ organizationName, inviterEmail, onJoin, onDecline }: ReceivedProps): ReactNode {
  const text = useText();
  const name = organizationName;
  const from = text("organization.receivedFrom", { name, email: inviterEmail });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has groups of items, and no fieldset
    <div role="group" aria-label={from} data-part="menu-group">
      <span data-part="detail" aria-hidden="true">
        {from}
      </span>
      <Action onAct={onJoin}>{text("organization.join", { name })}</Action>
      <Action onAct={onDecline}>{text("organization.decline", { name })}</Action>
    </div>
  );
}
