"use client";

import { type ReactNode, Suspense } from "react";
import type { OrganizationProfileProps } from "./organizations/props";
import { ProfileChunk } from "./organizations-chunk";

/**
 * Shows an organization and the actions that the user's role allows: change its name, short name and logo, invite,
 * change roles, remove members, leave and delete. Its code is loaded when it is first shown.
 *
 * @example
 * <OrganizationProfile onLeft={() => router.push("/")} />
 */
export function OrganizationProfile(props: OrganizationProfileProps): ReactNode {
  return (
    <Suspense>
      <ProfileChunk {...props} />
    </Suspense>
  );
}
