export interface BreachedPasswords {
  /** Never sends the password itself, and never throws: what cannot be checked counts as not breached. */
  isBreached(password: string): Promise<boolean>;
}
