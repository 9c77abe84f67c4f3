type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The data that a project's owner keeps about a user. */
export type Metadata = { [key: string]: Json };

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

export interface ActiveSession {
  id: string;
  projectId: string;
  isRemembered: boolean;
  /** The methods of the sign-in, first factor first. */
  factors: string[];
  /** When the user signed in, which a session that came of another one inherits. */
  signedInAt: Date;
  /** When the user last proved who they are. */
  authenticatedAt: Date;
  secondFactorAt: Date | null;
  /** Whether the sign-in was by a passkey that verified its user. */
  isUserVerified: boolean;
  /** The session at a company's identity provider that it came of. */
  ssoSessionId: string | null;
  /** The identity provider's words on the sign-in there: `acr`, and `amr` (RFC 8176). */
  acr: string | null;
  amr: readonly string[];
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  /** The organisation that the user works in, while they are a member of it. */
  activeOrganisation: ActiveOrganisation | null;
  user: SessionUser;
}
