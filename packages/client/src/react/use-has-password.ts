"use client";

import type { Account } from "../wire";
import { useAuth } from "./auth-provider";
import { useLoaded } from "./use-loaded";

/** Returns whether the signed-in user has a password; `null` until it is known. */
export function useHasPassword(): boolean | null {
  const auth = useAuth();
  const { data, failure } = useLoaded(auth.account.listAccounts);
  if (data) return hasPassword(data.accounts);
  return failure ? true : null;
}

export function hasPassword(accounts: readonly Account[]): boolean {
  return accounts.some(({ providerId }) => providerId === "credential");
}
