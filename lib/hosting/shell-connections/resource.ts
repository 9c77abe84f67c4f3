export interface ShellConnection {
  connectionString: string;
  /** The command for a shell such as bash. The password is in the environment: other users can list arguments. */
  psqlCommand: string;
  /** The time at which the shell connection ends, ISO 8601, UTC. */
  expiresAt: string;
}
