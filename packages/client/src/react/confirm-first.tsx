"use client";

import type { ReactNode } from "react";
import { useUser } from "./auth-provider";
import { useText } from "./use-text";

/** Asks users to prove their address before they set up a method that its first proof elsewhere would remove. */
export function ConfirmFirst(): ReactNode {
  const text = useText();
  const { user } = useUser();
  return user && !user.emailVerified ? <p data-part="text">{text("profile.confirmFirst")}</p> : null;
}
