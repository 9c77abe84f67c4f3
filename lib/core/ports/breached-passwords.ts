export interface BreachedPasswords {
  /** Never sends the password itself, and never throws: a password that cannot be checked counts as not breached. */
  isBreached(password: string): Promise<boolean>;
}
