import { z } from "zod";
import { emailInOneForm } from "@/lib/core/email-address";
import { KIND_GROUPS, SECURITY_EVENT_KINDS, type SecurityEventKind } from "./kinds";

/** The conditions of a filtered log; all of them must fit. */
export const SecurityEventFilter = z.object({
  userId: z.string().max(64).optional(),
  kind: z.enum(SECURITY_EVENT_KINDS).optional(),
  group: z.enum(KIND_GROUPS.map(({ id }) => id)).optional(),
  outcome: z.enum(["accepted", "refused"]).optional(),
  reason: z.string().max(64).optional(),
  method: z.string().max(64).optional(),
  /** The address that was typed, or that of the user. */
  email: z.string().trim().overwrite(emailInOneForm).max(254).optional(),
  requestId: z.string().max(128).optional(),
  address: z.string().max(64).optional(),
  since: z.date().optional(),
  until: z.date().optional(),
});
export type SecurityEventFilter = z.infer<typeof SecurityEventFilter>;

export function kindsOf({ kind, group }: SecurityEventFilter): readonly SecurityEventKind[] | null {
  if (kind !== undefined) return [kind];
  const found = KIND_GROUPS.find(({ id }) => id === group);
  return found ? (Object.keys(found.kinds) as SecurityEventKind[]) : null;
}

/** Returns the filter as a text by which a cursor belongs to its list; a period moves on while one reads. */
export function filterText({ since: _, until: __, ...filter }: SecurityEventFilter): string {
  return JSON.stringify(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)));
}
