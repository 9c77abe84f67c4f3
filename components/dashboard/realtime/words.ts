export const READ_ONLY = "Developers, admins and owners can change realtime.";

/** Returns who gets the changes of a table, as a reader would say it. */
export function audienceWords(audience: string): string {
  if (audience.startsWith("owner:")) return `The user in ${audience.slice("owner:".length)}`;
  return AUDIENCES[audience] ?? audience;
}

const AUDIENCES: Record<string, string> = {
  anyone: "Anyone",
  "signed-in": "Signed-in users",
  rls: "By row-level security",
};
