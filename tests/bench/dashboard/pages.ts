import { tableNamed } from "./seed";

/** A page of the dashboard, and the sign that its content is there. */
export interface BenchPage {
  name: string;
  /** With its query. */
  path: string;
  /** In `main`; with `text`, one of its matches says exactly that. */
  selector: string;
  text?: string;
  /** The link that leads there. */
  link: string;
  /** The page with the link, where that is not the one before in the list. */
  from?: string;
  /** The button of the menu that has the link. */
  menu?: string;
}

const heading = (text: string) => ({ selector: "main :is(h1, h2)", text });
const to = (path: string) => `a[href="${path}"]`;

/** Every page of an organisation, of one database and of the account, in an order in which links lead from most to the next one. */
export function benchPages(organisationId: string, databaseId: string): BenchPage[] {
  const home = `/dashboard/${organisationId}`;
  const database = `${home}/databases/${databaseId}`;
  const tables = `${database}/tables`;
  const table = (page: string) => `${tables}/${page}?schema=public&table=${tableNamed.rows}`;
  const account = "/dashboard/account";
  const entries: [name: string, path: string, shown: Omit<BenchPage, "name" | "path" | "link">][] = [
    ["Members", `${home}/members`, { ...heading("Members"), from: home }],
    ["API keys", `${home}/keys`, heading("API keys")],
    ["Audit log", `${home}/audit`, heading("Audit log")],
    ["Plan and usage", `${home}/usage`, heading("Plan and usage")],
    ["Billing", `${home}/billing`, heading("Billing")],
    ["Settings", `${home}/settings`, heading("Settings")],
    ["Databases", home, { selector: "main table a[href*='/databases/']" }],
    ["a database: overview", database, heading("Metrics")],
    ["a database: SQL", `${database}/sql`, { selector: "main .cm-content" }],
    ["a database: history", `${database}/history`, heading("History")],
    ["a database: restore points", `${database}/restore-points`, heading("Restore points")],
    ["a database: activity", `${database}/activity`, heading("Activity")],
    ["a database: advice", `${database}/advice`, heading("Advice")],
    ["a database: events", `${database}/events`, heading("Events")],
    ["a database: branches", `${database}/branches`, heading("Branches")],
    ["a database: settings", `${database}/settings`, heading("Settings")],
    ["a database: documents", `${database}/documents`, heading("Documents")],
    [
      "a collection: documents",
      `${database}/documents/collection?name=${tableNamed.collection}`,
      heading(tableNamed.collection),
    ],
    ["a database: tables", tables, heading("Tables")],
    ["a table: rows", table("rows"), { selector: "main [role=gridcell]" }],
    ["a table: structure", table("structure"), { selector: "main table td" }],
    ["a table: SQL", table("definition"), { selector: "main pre" }],
    ["a database: diagram", `${tables}/picture`, { selector: "main .react-flow__node", from: tables }],
    [
      "a database: views and functions",
      `${tables}/objects`,
      { ...heading("Views, functions and types"), from: tables },
    ],
    ["a database: create table", `${tables}/new`, { ...heading("Create table"), from: tables }],
    ["Account", account, { ...heading("Account"), from: home, menu: "header button[aria-label=Account]" }],
    ["Invitations", "/dashboard/invitations", { selector: "main h2", text: "Invitations" }],
  ];
  return entries.map(([name, path, shown]) => ({ name, path, ...shown, link: to(path) }));
}
