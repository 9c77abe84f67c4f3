import { z } from "zod";
import type { ActiveSession } from "../session-user";

export const Session = z
  .object({
    id: z.string().meta({ example: "ses_4k9x2m7q1w8e5r3t6y0u" }),
    token: z.string().meta({
      description: "Names the session for /revoke-session. It is the id: the secret is in the cookie alone.",
      example: "ses_4k9x2m7q1w8e5r3t6y0u",
    }),
    userId: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    expiresAt: z.iso.datetime().meta({ example: "2026-01-08T12:00:00.000Z" }),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    updatedAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    ipAddress: z.string().meta({ example: "192.0.2.1" }),
    userAgent: z.string().meta({ example: "Mozilla/5.0" }),
    activeOrganizationId: z
      .string()
      .nullable()
      .meta({ description: "The organisation that the user works in.", example: null }),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

type SessionRow = Pick<ActiveSession, "id" | "expiresAt" | "createdAt" | "updatedAt" | "ipAddress" | "userAgent"> & {
  activeOrganisationId: string | null;
};

export function toWireSession(row: SessionRow, userId: string): Session {
  return {
    id: row.id,
    token: row.id,
    userId,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    activeOrganizationId: row.activeOrganisationId,
  };
}

/** Returns the session of a request as the wire shows it. */
export function toOwnSession({ user, activeOrganisation, ...session }: ActiveSession): Session {
  return toWireSession({ ...session, activeOrganisationId: activeOrganisation?.id ?? null }, user.id);
}
