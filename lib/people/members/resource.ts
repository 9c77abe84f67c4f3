import { z } from "zod";
import { Email } from "@/lib/core/user-fields";

/** Members sign in with the address, so it takes the same form as at the sign-in. */
export const MemberEmail = z.string().trim().pipe(Email);

export interface Member {
  id: string;
  /** The address is the current one of the account. */
  email: string;
  role: string;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

/** `toMember` needs this relation besides the columns. */
export const WITH_EMAIL = { user: { select: { email: true } } } as const;

export function toMember(row: { id: string; user: { email: string }; role: string; createdAt: Date }): Member {
  return { id: row.id, email: row.user.email, role: row.role, createdAt: row.createdAt.toISOString() };
}
