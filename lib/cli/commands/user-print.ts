import { fields, table } from "@/lib/cli/define/print";
import { formatMoment } from "@/lib/cli/values";
import type { OwnedUser, OwnedUserDetails } from "@/lib/sign-in/users/owned-user";

function stateOf({ bannedAt, emailVerified }: OwnedUser): string {
  if (bannedAt !== null) return "banned";
  return emailVerified ? "verified" : "unverified";
}

export const printUsers = table<OwnedUser>({
  ...{ id: "id", email: "email", name: "name", state: stateOf },
  ...{ "created (UTC)": "createdAt", "last sign-in (UTC)": "lastSignInAt" },
});

export const printUser = fields<OwnedUserDetails>(
  {
    ...{ id: "id", email: "email", name: "name", state: stateOf },
    "two-step verification": ({ twoFactor }) => (twoFactor ? `on, backup codes left: ${twoFactor.backupCodes}` : "off"),
    "test user": "isTestUser",
    "ways to sign in": ({ accounts }) => accounts.map(({ provider }) => provider),
    "password set (UTC)": ({ password }) => password?.setAt,
    "must choose a new one": ({ password }) => password?.mustReset ?? false,
    ...{ "banned (UTC)": "bannedAt", "ban ends (UTC)": "bannedUntil" },
    ...{ "created (UTC)": "createdAt", "last sign-in (UTC)": "lastSignInAt" },
    "trusted browsers": "trustedBrowsers",
    ...{ passkeys: ({ passkeys }) => passkeys.length, sessions: ({ sessions }) => sessions.length },
    "public metadata": ({ publicMetadata }) => JSON.stringify(publicMetadata),
    "private metadata": ({ privateMetadata }) => JSON.stringify(privateMetadata),
  },
  ({ passkeys, sessions, mails }) => [
    ...passkeys.map(({ id, name, lastUsedAt }) => {
      return ["passkey", `${id}  ${name ?? "-"}  last used ${formatMoment(lastUsedAt)}`] as const;
    }),
    ...sessions.map(({ id, factors, signedInAt, ipAddress, userAgent }) => {
      const words = [id, formatMoment(signedInAt), factors.join("+") || "-", ipAddress || "-", userAgent];
      return ["session", words.join("  ")] as const;
    }),
    ...mails.map(({ kind, status, failure, createdAt }) => {
      const words = [formatMoment(createdAt), kind, failure === null ? status : `${status}: ${failure}`];
      return ["mail", words.join("  ")] as const;
    }),
  ],
);
