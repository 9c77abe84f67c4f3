import { z } from "zod";
import { Email } from "@/lib/core/user-fields";

/** Members sign in with the address, so it takes the same form as at the sign-in. */
export const MemberEmail = z.string().trim().pipe(Email);

/** A person behind an account. */
export interface Person {
  /** The name that was given at the sign-up; empty where none was. */
  name: string;
  /** The address is the current one of the account. */
  email: string;
}

export interface Member extends Person {
  id: string;
  role: string;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

export interface ListedMember extends Member {
  /** When the member last used the dashboard, ISO 8601, UTC, to within five minutes; `null` before the first time. */
  lastActiveAt: string | null;
  /** Whether the account asks for a second factor after a password. */
  hasTwoFactor: boolean;
}

/** `toMember` needs this relation besides the columns. */
export const WITH_PERSON = { user: { select: { email: true, name: true } } } as const;

export function toMember({
  id,
  user: { name, email },
  role,
  createdAt,
}: {
  id: string;
  user: Person;
  role: string;
  createdAt: Date;
}): Member {
  return { id, name, email, role, createdAt: createdAt.toISOString() };
}
