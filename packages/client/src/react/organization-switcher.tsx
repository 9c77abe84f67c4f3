"use client";

import { type ReactNode, Suspense } from "react";
import { useUser } from "./auth-provider";
import type { OrganizationSwitcherProps } from "./organizations/props";
import { SwitcherChunk } from "./organizations-chunk";

/**
 * Shows the organization that the user works in, with a menu to work in another one, join those that have invited the
 * user, manage the active one and create one. It is empty while nobody is signed in, and where the project has no
 * organizations. Its code is loaded when it is first shown.
 *
 * @example
 * <OrganizationSwitcher profileHref="/organization" onSwitch={() => router.refresh()} />
 */
export function OrganizationSwitcher(props: OrganizationSwitcherProps): ReactNode {
  const { user } = useUser();
  if (user === null) return null;
  return (
    <Suspense>
      <SwitcherChunk key={user.id} user={user} {...props} />
    </Suspense>
  );
}
