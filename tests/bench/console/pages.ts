import type { BenchPage } from "../dashboard/pages";
import type { SeededProject } from "./seed";

const heading = (text: string) => ({ selector: "main :is(h1, h2)", text });
const USER_ROW = { selector: "main table a[href*='/users/']" };
const EVENT_ROW = { selector: "main [data-row]" };

/** Every page of a project, in the order of its sidebar, and then the searches of its lists, which no link leads to. */
export function consolePages(organisationId: string, { projectId, userId, email }: SeededProject): BenchPage[] {
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const linked: [name: string, path: string, shown: Pick<BenchPage, "selector" | "text" | "from">][] = [
    ["Users", "/users", { ...USER_ROW, from: home }],
    ["Organisations", "/organizations", heading("Organisations")],
    ["Methods", "/methods", heading("Methods")],
    ["Brand", "/brand", heading("Brand")],
    ["Mail", "/mail", heading("Mail")],
    ["Keys", "/keys", heading("Keys")],
    ["Webhooks", "/webhooks", heading("Webhooks")],
    ["Events", "/events", EVENT_ROW],
    ["Settings", "/settings", heading("Settings")],
    ["Overview", "", { selector: "main h1" }],
  ];
  const searches: [name: string, path: string, shown: Pick<BenchPage, "selector" | "text">][] = [
    ["Users, by the start of an address", "/users?search=person77", USER_ROW],
    ["Users, by a last name", "/users?search=name77", USER_ROW],
    ["Users, of a provider", "/users?method=github", USER_ROW],
    ["Users, by last sign-in", "/users?sort=last-sign-in", USER_ROW],
    ["A user", `/users/${userId}`, { selector: "main h1" }],
    ["Events, of an address", `/events?about=${encodeURIComponent(email)}`, EVENT_ROW],
    ["Events, refused", "/events?outcome=refused", EVENT_ROW],
    ["Events, of a method", "/events?method=passkey", EVENT_ROW],
    ["Events, of 30 days", "/events?when=30-days", EVENT_ROW],
    ["Why couldn't they get in?", `/events/why?about=${encodeURIComponent(email)}`, { selector: "main h1" }],
  ];
  return [
    ...linked.map(([name, path, shown]) => ({ name, path: home + path, ...shown, link: `a[href="${home}${path}"]` })),
    ...searches.map(([name, path, shown]) => ({ name, path: home + path, ...shown, link: "" })),
  ];
}
