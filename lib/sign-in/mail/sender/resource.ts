import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { rootDomainOf } from "./domain-name";
import { type DnsRecord, type RecordState, recordsFor } from "./records";

export interface SenderDomain {
  projectId: string;
  domain: string;
  /** Whether the domain itself is registered, rather than one it is part of. */
  isRootDomain: boolean;
  /** Mails come from the domain while this is true. */
  isVerified: boolean;
  /** ISO 8601, UTC: the last time that the name servers answered. */
  checkedAt: string | null;
  verifiedAt: string | null;
  /** The records that the domain needs; the state is `null` where they were not just checked. */
  records: (DnsRecord & { state: RecordState | null })[];
}

export interface SenderDomainRow {
  projectId: string;
  domain: string;
  dkimSelector: string;
  dkimPublicKey: string;
  checkedAt: Date | null;
  verifiedAt: Date | null;
}

export function toSenderDomain(
  row: SenderDomainRow,
  spfMechanism: string | null,
  states: Partial<Record<DnsRecord["purpose"], RecordState>> = {},
): SenderDomain {
  return {
    projectId: row.projectId,
    domain: row.domain,
    isRootDomain: rootDomainOf(row.domain) === row.domain,
    isVerified: row.verifiedAt !== null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    records: recordsFor(row, spfMechanism).map((record) => ({ ...record, state: states[record.purpose] ?? null })),
  };
}

export function dkimKeyPlace(projectId: string): SecretPlace {
  return { table: "sender_domain", column: "dkim_private_key", rowId: projectId };
}

export function senderDomainNotFound(): ServiceError {
  return new ServiceError("not_found", "The project has no sender domain.");
}
