import { ServiceError } from "@/lib/core/errors";

/** An address that a project mails no more, since it doesn't exist. */
export interface BouncingAddress {
  address: string;
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  code: string;
  /** The mail server's words. */
  reason: string;
  /** ISO 8601, UTC: when it bounced. */
  createdAt: string;
}

interface BouncingAddressRow {
  address: string;
  code: string;
  reason: string;
  createdAt: Date;
}

export function toBouncingAddress({ address, code, reason, createdAt }: BouncingAddressRow): BouncingAddress {
  return { address, code, reason, createdAt: createdAt.toISOString() };
}

export function bouncingAddressNotFound(): ServiceError {
  return new ServiceError("not_found", "No emails to this address are held back.");
}
