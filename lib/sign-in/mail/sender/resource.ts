import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { addSeconds } from "../../../core/add-seconds";
import { rootDomainOf } from "./domain-name";
import type { Finding } from "./examine";
import { type DnsRecord, dkimName, nextRecordFor, recordsFor } from "./records";

/** `null` until the record was looked up. */
type Looked = Finding | { state: null; found: null; problem: null };

export type SenderRecord = DnsRecord & Looked;

export interface SenderDomain {
  projectId: string;
  domain: string;
  /** Whether the domain itself is registered, rather than one it is part of. */
  isRootDomain: boolean;
  /** Mails come from the domain while this is true. */
  isVerified: boolean;
  /** Its records are right, but another project here has proven the domain before. */
  isTaken: boolean;
  /** ISO 8601, UTC: the last time that the name servers answered. */
  checkedAt: string | null;
  verifiedAt: string | null;
  /** The records that the domain needs, as they were when last looked up. */
  records: SenderRecord[];
  /** The record of a new key, which signs once the record is seen; `null` without a rotation under way. */
  nextRecord: SenderRecord | null;
  /** The record of the key before, as long as it is there; `null` without one. */
  oldRecord: OldRecord | null;
}

export interface OldRecord {
  name: string;
  host: string;
  /** ISO 8601, UTC: mails that it proves have arrived by then. */
  removableAt: string;
}

export interface SenderOverview {
  /** The present sender of mails, such as `Shop <no-reply@shop.example>`. */
  from: { name: string; address: string };
  domain: SenderDomain | null;
  /** ISO 8601, UTC. */
  nextCheckAt: string;
  /** Such as `include:spf.example.com`; `null` where the operator has not said it, so that SPF is not checked. */
  spfMechanism: string | null;
}

/** The findings of a check, as the row keeps them. */
export type Findings = Partial<Record<DnsRecord["purpose"], Finding>> & { isTaken?: boolean; next?: Finding };

export interface SenderDomainRow {
  projectId: string;
  domain: string;
  dkimSelector: string;
  dkimPublicKey: string;
  nextSelector: string | null;
  nextPublicKey: string | null;
  oldSelector: string | null;
  rotatedAt: Date | null;
  findings: unknown;
  checkedAt: Date | null;
  verifiedAt: Date | null;
}

export function toSenderDomain(row: SenderDomainRow, spfMechanism: string | null): SenderDomain {
  const findings = (row.findings ?? {}) as Findings;
  const next = nextRecordFor(row);
  return {
    projectId: row.projectId,
    domain: row.domain,
    isRootDomain: rootDomainOf(row.domain) === row.domain,
    isVerified: row.verifiedAt !== null,
    isTaken: findings.isTaken === true,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    records: recordsFor(row, spfMechanism).map((record) => ({
      ...record,
      ...(findings[record.purpose] ?? NOT_LOOKED),
    })),
    nextRecord: next && { ...next, ...(findings.next ?? NOT_LOOKED) },
    oldRecord: toOldRecord(row),
  };
}

const NOT_LOOKED = { state: null, found: null, problem: null } as const;

/** A mail server tries for up to five days (RFC 5321, section 4.5.4.1), and the mail is read after that. */
const DAYS_ON_THE_WAY = 7;

function toOldRecord({ domain, oldSelector, rotatedAt }: SenderDomainRow): OldRecord | null {
  if (oldSelector === null || rotatedAt === null) return null;
  const { name, host } = dkimName(domain, oldSelector);
  return { name, host, removableAt: addSeconds(rotatedAt, DAYS_ON_THE_WAY * 86_400).toISOString() };
}

export function dkimKeyPlace(
  projectId: string,
  column: "dkim_private_key" | "next_private_key" = "dkim_private_key",
): SecretPlace {
  return { table: "sender_domain", column, rowId: projectId };
}

export function senderDomainNotFound(): ServiceError {
  return new ServiceError("not_found", "The project has no sender domain.");
}
