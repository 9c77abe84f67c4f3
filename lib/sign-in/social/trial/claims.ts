import { isKnownProvider } from "@/lib/sign-in/projects/providers/resource";
import type { ClaimUse, TrialClaim } from "./resource";

type Uses = Readonly<Record<string, ClaimUse>>;

const STANDARD: Uses = { sub: "id", email: "email", email_verified: "email-verified", name: "name", picture: "image" };

const APPLE: Uses = { sub: "id", email: "email", email_verified: "email-verified" };
const MICROSOFT: Uses = { tid: "id", oid: "id", email: "email", xms_edov: "email-verified", name: "name" };

/** Documents in a format of their own, of which the other fields are left out. */
const DOCUMENTS: Readonly<Record<string, Uses>> = {
  github: { id: "id", name: "name", login: "name", emails: "email", avatar_url: "image" },
  discord: {
    ...({ id: "id", email: "email", verified: "email-verified" } as const),
    ...({ global_name: "name", username: "name", avatar: "image" } as const),
  },
};

/** They bind the token to this sign-in, which was checked, and say nothing about the person. */
const OF_THE_TOKEN: ReadonlySet<string> = new Set(["nonce", "at_hash", "c_hash", "s_hash", "jti", "sid", "uti", "rh"]);

const MAX_CLAIMS = 40;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 300;

/** Returns the claims that say something about the person, with the user's field that each becomes. */
export function describeClaims(provider: string, claims: Readonly<Record<string, unknown>>): TrialClaim[] {
  const document = isKnownProvider(provider) ? DOCUMENTS[provider] : undefined;
  const uses = document ?? (provider === "microsoft" ? MICROSOFT : provider === "apple" ? APPLE : STANDARD);
  return Object.entries(claims)
    .filter(([name]) => (document ? name in document : !OF_THE_TOKEN.has(name)))
    .map(([name, value]) => ({ name: cut(name, MAX_NAME_LENGTH), value: textOf(value), use: uses[name] ?? null }))
    .toSorted((one, other) => Number(one.use === null) - Number(other.use === null))
    .slice(0, MAX_CLAIMS);
}

export function textOf(value: unknown): string {
  return cut(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), MAX_VALUE_LENGTH);
}

export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
