import { z } from "zod";

/** Loose on purpose: `owner@localhost` is an address too. Compared in lower case. */
export const MemberEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, "must be an e-mail address");

export interface Member {
  id: string;
  email: string;
  role: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export function toMember(row: { id: string; email: string; role: string; createdAt: Date }): Member {
  return { id: row.id, email: row.email, role: row.role, createdAt: row.createdAt.toISOString() };
}
