import { z } from "zod";
import { SealError, type SecretSealer } from "@/lib/core/crypto/seal";

/** Stands in `auth` in place of a public key; the ticket is sent as the token. */
export const INSPECTION_KEY = "inspection";

const Inspected = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("changes"), table: z.string() }),
  z.object({ kind: z.literal("topic"), topic: z.string() }),
]);
/** The subject of an inspection: changes of one table, or one topic. */
export type Inspected = z.infer<typeof Inspected>;

const Ticket = z.object({
  /** The member who inspects, by a session in the dashboard. */
  memberId: z.string(),
  organisationId: z.string(),
  sessionId: z.string(),
  /** The user through whose eyes it is seen; `null` for a visitor. */
  user: z.object({ id: z.string(), claims: z.record(z.string(), z.unknown()) }).nullable(),
  about: Inspected,
  /** When a connection must have begun, and when it ends, in milliseconds of the Unix time. */
  beginsBefore: z.number(),
  expiresAt: z.number(),
});
export type InspectionTicket = z.infer<typeof Ticket>;

const placeOf = (projectId: string) => ({ table: "realtime_inspection", column: "ticket", rowId: projectId });

export function sealTicket(sealer: SecretSealer, projectId: string, ticket: InspectionTicket): string {
  return sealer.seal(JSON.stringify(ticket), placeOf(projectId));
}

/** Returns `null` for a text that is no ticket of this project. */
export function openTicket(sealer: SecretSealer, projectId: string, text: string): InspectionTicket | null {
  try {
    return Ticket.parse(JSON.parse(sealer.open(text, placeOf(projectId))));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
