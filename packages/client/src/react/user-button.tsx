"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { User } from "../wire";
import { TextsProvider, useAuth, useUser } from "./auth-provider";
import { initialOf } from "./initial-of";
import { openInwards } from "./open-inwards";
import type { PanelBaseProps } from "./sign-in-types";
import { useBrand } from "./use-brand";
import { useText } from "./use-text";

/**
 * Props of `UserButton`.
 *
 * @example
 * const props: UserButtonProps = { accountHref: "/account" };
 */
export interface UserButtonProps extends Omit<PanelBaseProps, "headingLevel"> {
  /** The page with `UserProfile`, or the hosted one. Without it the menu has no entry to manage the account. */
  accountHref?: string;
  /** Called after the sign-out. */
  onSignOut?: () => void;
}

/**
 * Shows the signed-in user, with a menu to manage the account and to sign out. It is empty while nobody is signed in.
 *
 * @example
 * <UserButton accountHref={auth.hostedPageURL("account")} onSignOut={() => router.push("/")} />
 */
export function UserButton({ locale, messages, ...props }: UserButtonProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <Menu {...props} />
    </TextsProvider>
  );
}

function Menu({ accountHref, className, onSignOut }: Omit<UserButtonProps, "locale" | "messages">): ReactNode {
  const { user } = useUser();
  return user ? <UserMenu user={user} className={className} accountHref={accountHref} onSignOut={onSignOut} /> : null;
}

interface UserMenuProps extends Pick<UserButtonProps, "className" | "accountHref" | "onSignOut"> {
  user: User;
}

function UserMenu({ user, accountHref, className, onSignOut }: UserMenuProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  useBrand(root);
  useLightDismiss(menu);

  async function leave() {
    const result = await auth.signOut();
    if (result.ok) onSignOut?.();
  }

  const name = user.name || user.email;
  return (
    <div data-auth-ui="" data-part="user-button" className={className} ref={root}>
      <details data-part="menu" ref={menu} onToggle={(event) => openInwards(event.currentTarget)}>
        <summary data-part="avatar" aria-label={text("user.menu", { name })}>
          <span aria-hidden="true">{initialOf(name)}</span>
        </summary>
        <div data-part="menu-content">
          <p data-part="user">
            <strong>{user.name}</strong> <span data-part="detail">{user.email}</span>
          </p>
          {accountHref === undefined ? null : (
            <a data-part="menu-item" href={accountHref}>
              {text("user.manage")}
            </a>
          )}
          <button type="button" data-part="menu-item" onClick={leave}>
            {text("user.signOut")}
          </button>
        </div>
      </details>
    </div>
  );
}

/** Closes the menu on Escape, with the focus back on its button, and on a click outside. */
function useLightDismiss(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, [menu]);
}
