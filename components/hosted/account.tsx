"use client";

import { UserProfile } from "@coppice/auth/react";

/** Everything a user can do to their account, on a page of the service. */
export function Account({ signedOutAddress }: { signedOutAddress: string }) {
  return <UserProfile headingLevel={1} onDeleted={() => window.location.assign(signedOutAddress)} />;
}
