import { formatDialect, postgresql } from "sql-formatter";

/** Returns SQL laid out over lines. Throws for a text that is not SQL. */
export function formatSql(text: string): string {
  return formatDialect(text, { dialect: postgresql, tabWidth: 2, paramTypes: { named: [":"], numbered: ["$"] } });
}
