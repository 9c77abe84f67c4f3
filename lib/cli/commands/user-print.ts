import { type Columns, fields } from "@/lib/cli/define/print";
import { formatMoment } from "@/lib/cli/values";
import type { OwnedUser, OwnedUserDetails } from "@/lib/sign-in/users/owned-user";

function stateOf({ bannedAt, emailVerified }: OwnedUser): string {
  if (bannedAt !== null) return "banned";
  return emailVerified ? "verified" : "unverified";
}

export const USER_COLUMNS: Columns<OwnedUser> = [
  "id",
  "email",
  "name",
  { state: stateOf },
  "createdAt",
  { "last sign-in (UTC)": "lastSignInAt" },
];

export const printUser = fields<OwnedUserDetails>(
  [
    "id",
    "email",
    "name",
    {
      state: stateOf,
      "two-step verification": ({ twoFactor }) =>
        twoFactor ? `on, backup codes left: ${twoFactor.backupCodes}` : "off",
    },
    "isTestUser",
    {
      "ways to sign in": ({ accounts }) => accounts.map(({ provider }) => provider),
      "password set (UTC)": ({ password }) => password?.setAt,
      "must choose a new one": ({ password }) => password?.mustReset ?? false,
    },
    "bannedAt",
    { "ban ends (UTC)": "bannedUntil" },
    "createdAt",
    { "last sign-in (UTC)": "lastSignInAt" },
    "trustedBrowsers",
    {
      passkeys: ({ passkeys }) => passkeys.length,
      sessions: ({ sessions }) => sessions.length,
      "public metadata": ({ publicMetadata }) => JSON.stringify(publicMetadata),
      "private metadata": ({ privateMetadata }) => JSON.stringify(privateMetadata),
    },
  ],
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
