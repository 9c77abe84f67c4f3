import type { SecurityEventRow } from "./find";
import type { Remedy } from "./reasons/reason";

/** A security event as the project's owner sees it. Times are ISO 8601, UTC. */
export interface SecurityEvent {
  id: string;
  kind: string;
  outcome: string;
  /** The true reason of a refusal, which the sign-in API never shows. */
  reason: string | null;
  userId: string | null;
  /** The address that was typed or, without one, that the user has now. */
  email: string | null;
  /** The way to sign in: a factor or a provider. */
  method: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string;
  data: Readonly<Record<string, unknown>> | null;
  createdAt: string;
}

/** A security event in words. */
export interface ListedSecurityEvent extends SecurityEvent {
  title: string;
  /** The step that was refused; `null` for other events. */
  step: string | null;
  /** The advice about a refusal, and the remedy if the dashboard has one. */
  advice: string | null;
  remedy: Remedy | null;
}

export function toSecurityEvent(row: SecurityEventRow, emails: ReadonlyMap<string, string>): SecurityEvent {
  const data = row.data as Record<string, unknown> | null;
  const typed = textOf(data?.email);
  return {
    ...row,
    data,
    email: typed ?? (row.userId === null ? null : (emails.get(row.userId) ?? null)),
    method: textOf(data?.factor) ?? textOf(data?.provider),
    createdAt: row.createdAt.toISOString(),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
