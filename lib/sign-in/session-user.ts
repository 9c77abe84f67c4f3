export interface SessionUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  twoFactorEnabled: boolean;
  bannedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
