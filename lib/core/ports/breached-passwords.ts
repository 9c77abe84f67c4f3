/** Knows the passwords of published breaches without being told the password. */
export interface BreachedPasswords {
  /** Never fails: what cannot be found out counts as not breached. */
  isBreached(password: string): Promise<boolean>;
}
