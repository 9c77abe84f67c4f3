import type { TableChoice } from "@/lib/services/realtime/changes/tables/resource";

/** The fault that keeps changes of a published table from everyone, and its remedy. */
export interface Problem {
  text: string;
  /** Whether publishing the table once more helps. */
  isRepairable: boolean;
  /** SQL that helps. */
  sql?: string;
}

/** Returns the fault of a published table, or keeps another one from being published; `null` for nothing. */
export function problemOf(table: TableChoice): Problem | null {
  const { audience, recorded, hasKey, ownerColumns } = table;
  if (audience === null) {
    return hasKey ? null : { text: "Needs a primary key, which tells its rows apart.", isRepairable: false };
  }
  if (!recorded) {
    const text = "Changes aren't recorded: triggers of the table or of a partition are missing or disabled.";
    return { text, isRepairable: true };
  }
  if (audience === "rls") return policyProblem(table);
  const column = audience.startsWith("owner:") ? audience.slice("owner:".length) : null;
  if (column === null || ownerColumns.includes(column)) return null;
  return { text: `No one gets changes: ${column} isn't a text column of the table.`, isRepairable: false };
}

/** Returns the missing condition for policies to decide; `null` for nothing. */
export function policyProblem({ table, hasRowSecurity, hasPolicy, unjudgeable }: TableChoice): Problem | null {
  const name = quoted(table);
  if (!hasRowSecurity) {
    const text = "No one gets changes: row-level security is off for this table.";
    return { text, isRepairable: false, sql: `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;` };
  }
  if (unjudgeable.length > 0) {
    const text = `Subscribers only hear that something has changed: policies use ${unjudgeable.join(", ")}, and changes don't have the values of virtual generated columns. Generate them STORED, or use the columns they're made of.`;
    return { text, isRepairable: false };
  }
  if (hasPolicy) return null;
  return {
    text: "No one gets changes: no policy lets users of your app read rows.",
    isRepairable: false,
    sql: `CREATE POLICY own_rows ON ${name} FOR SELECT TO app_users USING (author_id = coppice.user_id());`,
  };
}

/** A name is only in quotes where it must be. */
function quoted(table: string): string {
  const dot = table.indexOf(".");
  const parts = [table.slice(0, dot), table.slice(dot + 1)];
  return parts.map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`)).join(".");
}
