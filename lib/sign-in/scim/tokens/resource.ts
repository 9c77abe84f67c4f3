import { z } from "zod";
import { keyStatus } from "@/lib/core/access/key-status";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const MomentOrNull = Moment.nullable().meta({ example: null });

const FIELDS = {
  id: z.string().meta({ example: "sct_4k9x2m7q1w8e5r3t6y0u" }),
  hint: z.string().meta({ description: "The part that may be shown.", example: "scim_coppice_…x7Qa" }),
  status: z.enum(["active", "expired", "revoked"]),
  createdAt: Moment,
  expiresAt: MomentOrNull.meta({ description: "Set once another token has taken its place.", example: null }),
  revokedAt: MomentOrNull,
  lastUsedAt: MomentOrNull.meta({ description: "Up to a few seconds late.", example: null }),
  lastUsedAddress: z.string().nullable().meta({ example: null }),
};

/** A token of a connection's directory. Times are ISO 8601, UTC. */
export const ScimToken = z.object(FIELDS).meta({ id: "ScimToken" });
export type ScimToken = z.infer<typeof ScimToken>;

export const CreatedScimToken = z
  .object({
    ...FIELDS,
    baseUrl: z.string().meta({ description: "The tenant URL or base URL, in the directory's terms." }),
    secret: z.string().meta({ description: "The bearer token, which only this answer shows." }),
  })
  .meta({ id: "CreatedScimToken" });
export type CreatedScimToken = z.infer<typeof CreatedScimToken>;

export const ScimTokenList = z
  .object({
    items: z.array(ScimToken),
    baseUrl: z.string().meta({ description: "The tenant URL or base URL, in the directory's terms." }),
  })
  .meta({ id: "ScimTokenList" });
export type ScimTokenList = z.infer<typeof ScimTokenList>;

interface ScimTokenRow {
  id: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
}

export function toScimToken(row: ScimTokenRow, now: Date): ScimToken {
  return {
    id: row.id,
    hint: row.hint,
    status: keyStatus(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
  };
}

export const scimBaseUrl = ({ baseUrl }: { baseUrl: string }): string => `${baseUrl}/scim/v2`;
