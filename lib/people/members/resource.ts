import { z } from "zod";
import { Email } from "@/lib/core/user-fields";

/** What the sign-in takes for an address, and no other: members sign in with it. */
export const MemberEmail = z.string().trim().pipe(Email);

export interface Member {
  id: string;
  /** That of the account, as it is now. */
  email: string;
  role: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** What `toMember` needs besides the columns. */
export const WITH_EMAIL = { user: { select: { email: true } } } as const;

export function toMember(row: { id: string; user: { email: string }; role: string; createdAt: Date }): Member {
  return { id: row.id, email: row.user.email, role: row.role, createdAt: row.createdAt.toISOString() };
}
