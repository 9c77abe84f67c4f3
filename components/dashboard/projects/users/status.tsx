import { StatusWord } from "@/components/ui/status-word";
import type { OwnedUser } from "@/lib/sign-in/users/resource";

/** The words for a user who is not ordinary. */
export function UserStatus({ of }: { of: Pick<OwnedUser, "bannedAt" | "emailVerified" | "isTestUser"> }) {
  return (
    <>
      {of.bannedAt !== null && <StatusWord kind="bad">banned</StatusWord>}
      {!of.emailVerified && !of.isTestUser && <StatusWord kind="warning">unverified</StatusWord>}
      {of.isTestUser && <StatusWord kind="quiet">test user</StatusWord>}
    </>
  );
}
