import { quoteTable, type TableName } from "@/lib/sql/customer-session/quoting";

interface Imported extends TableName {
  fileName: string;
}

/** Returns an import as the history keeps it: the statement that it is to PostgreSQL, with the name of the file. */
export function importText({ fileName, ...table }: Imported): string {
  return `COPY ${quoteTable(table)} FROM STDIN WITH (FORMAT csv) -- ${fileName.replace(/\s+/g, " ")}`;
}

const WRITTEN = /^COPY "((?:[^"]|"")*)"\."((?:[^"]|"")*)" FROM STDIN WITH \(FORMAT csv\) -- (.+)$/;

/** Returns the target of such a text; `null` for any other statement, of which none reads from STDIN. */
export function readImportText(text: string): Imported | null {
  const [, schema, name, fileName] = WRITTEN.exec(text) ?? [];
  if (schema === undefined || name === undefined || fileName === undefined) return null;
  return { schema: schema.replaceAll('""', '"'), name: name.replaceAll('""', '"'), fileName };
}
