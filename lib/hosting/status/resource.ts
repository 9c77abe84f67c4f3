/** A fact of the installation that only a restart changes. */
export interface InstallationFact {
  label: string;
  /** The variable that sets it; `null` where another place does. */
  variable: string | null;
  /** Is never a secret, and says `Set` in its place. */
  value: string;
  source: "variable" | "default";
}
