import { z } from "zod";
import type { SessionUser } from "../session-user";

export const User = z
  .object({
    id: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    name: z.string().meta({ example: "Ada" }),
    email: z.string().meta({ example: "ada@example.com" }),
    emailVerified: z.boolean(),
    image: z.string().nullable().meta({ example: null }),
    twoFactorEnabled: z.boolean(),
    publicMetadata: z.record(z.string(), z.unknown()).meta({
      description: "The data that the app keeps about the user. Only its servers can change it.",
      example: {},
    }),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    updatedAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export function toUser(row: Omit<SessionUser, "bannedAt">): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerified,
    image: row.image,
    twoFactorEnabled: row.twoFactorEnabled,
    publicMetadata: row.publicMetadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export type { ListedUser, OwnedSession, OwnedUser, OwnedUserDetails } from "./owned-user";
