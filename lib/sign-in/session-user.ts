import type { Metadata } from "./users/metadata";

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  twoFactorEnabled: boolean;
  publicMetadata: Metadata;
  bannedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The organisation of users that a session works in, with its user's role there. */
export interface ActiveOrganisation {
  id: string;
  slug: string;
  role: string;
}
