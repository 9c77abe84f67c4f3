/** A page of the dashboard, and how one tells that what it is for is there. */
export interface BenchPage {
  name: string;
  path: string;
  /** In `main`; with `text`, one of its matches says exactly that. */
  selector: string;
  text?: string;
  /** The link that leads there from the page before, in the order of the list. */
  link: string;
}

const heading = (text: string) => ({ selector: "main :is(h1, h2)", text });

/** Every page of an organisation and of one database, in an order in which each is one link away from the one before. */
export function benchPages(organisationId: string, databaseId: string): BenchPage[] {
  const home = `/dashboard/${organisationId}`;
  const database = `${home}/databases/${databaseId}`;
  const entries: [name: string, path: string, shown: { selector: string; text?: string }][] = [
    ["Members", `${home}/members`, heading("Members")],
    ["API keys", `${home}/keys`, heading("API keys")],
    ["Audit log", `${home}/audit`, heading("Audit log")],
    ["Plan and usage", `${home}/usage`, heading("Plan and usage")],
    ["Settings", `${home}/settings`, heading("Settings")],
    ["Databases", home, { selector: "main table a[href*='/databases/']" }],
    ["a database: overview", database, heading("Branches")],
    ["a database: SQL", `${database}/sql`, { selector: "main .cm-content" }],
    ["a database: history", `${database}/history`, heading("History")],
    ["a database: tables", `${database}/tables`, heading("Tables")],
    ["a database: documents", `${database}/documents`, heading("Documents")],
    ["a database: restore points", `${database}/restore-points`, heading("Restore points")],
    ["a database: events", `${database}/events`, heading("Events")],
  ];
  return entries.map(([name, path, shown]) => ({ name, path, ...shown, link: `a[href="${path}"]` }));
}
