export interface ShellConnection {
  /** The `postgresql://` URL. */
  connectionString: string;
  /**
   * The command for a shell such as bash. The password is in the environment, not among the arguments that other users
   * can list.
   */
  psqlCommand: string;
  /** The time at which the shell connection ends, ISO 8601, UTC. */
  expiresAt: string;
}
