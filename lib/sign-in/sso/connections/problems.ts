import type { SsoConnection, SsoProblem } from "./resource";

/** Certificates and records are told of this long before. */
const SOON_MS = 30 * 86_400_000;

/** Returns the fault of a connection. One certificate that lasts is enough, since either of two may sign. */
export function problemsOf(
  { enabled, saml, domains }: Pick<SsoConnection, "enabled" | "saml" | "domains">,
  now: Date,
): SsoProblem[] {
  const ends = (saml?.certificates ?? []).map(({ expiresAt }) => expiresAt).sort();
  const at = ends.at(-1);
  const left = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at) - now.getTime();
  const isVerified = domains.some(({ verifiedAt }) => verifiedAt !== null);
  return [
    at !== undefined && left <= 0 ? { kind: "certificate_expired" as const, at } : [],
    at !== undefined && left > 0 && left < SOON_MS ? { kind: "certificate_expires" as const, at } : [],
    isPast(saml?.validUntil ?? null, now) ? { kind: "metadata_expired" as const, at: saml?.validUntil ?? "" } : [],
    enabled && !isVerified ? { kind: "no_domain" as const } : [],
    domains.flatMap(({ domain, missingSince: at }) =>
      at === null ? [] : { kind: "record_missing" as const, domain, at },
    ),
  ].flat();
}

const isPast = (at: string | null, now: Date) => at !== null && Date.parse(at) <= now.getTime();
