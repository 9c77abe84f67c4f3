import type { Context } from "@/lib/core/context";
import { findSecurityEvents } from "../events/find";
import { findEmails } from "../events/list";
import { type ListedSecurityEvent, toSecurityEvent } from "../events/resource";
import { inWords } from "../events/titles";
import type { OwnedMail } from "../users/owned-user";
import { mailWords } from "./mail-words";
import type { TimelineEntry } from "./resource";

const NEWEST = 50;

/** Returns the newest events of an address or of a request, in words. */
export async function newestEvents(
  ctx: Context,
  projectId: string,
  filter: { email: string } | { requestId: string },
): Promise<ListedSecurityEvent[]> {
  const { rows } = await findSecurityEvents(ctx, { projectId, filter, before: null, limit: NEWEST });
  const emails = await findEmails(ctx, projectId, rows);
  return rows.map((row) => inWords(toSecurityEvent(row, emails)));
}

/** Returns events and mails in one order, newest first. */
export function timelineOf(events: readonly ListedSecurityEvent[], mails: readonly OwnedMail[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event) => ({ kind: "event" as const, at: event.createdAt, event })),
    ...mails.map((mail) => ({ kind: "mail" as const, at: mail.createdAt, mail, ...mailWords(mail) })),
  ];
  return entries.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, NEWEST);
}
