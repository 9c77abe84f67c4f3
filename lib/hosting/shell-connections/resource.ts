export interface ShellConnection {
  /** `postgresql://` URL. */
  connectionString: string;
  /** For a shell such as bash; the password is in the environment, not among the arguments that others can list. */
  psqlCommand: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}
