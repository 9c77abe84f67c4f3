import { expect, type Page, type Response } from "@playwright/test";
import { coppice } from "../command-line";
import { makeOperator } from "../operator";
import { test as base, type SignedInState, signIn, stateOf } from "../page-test";
import type { Make } from "../worker-test";

export interface Demo {
  /** The cookies of an owner who is an operator too. */
  state: SignedInState;
  /** The addresses of all pages of the dashboard, by name. */
  pages: Readonly<Record<string, string>>;
}

const makeDemo: Make<Demo> = async (worker) => {
  const { organisationId } = await coppice("demo", "seed");
  const { id: projectId } = await coppice("project", "create", organisationId, "Harbour Books shop");
  const inProject = ["--project", projectId];
  const { id: userId } = await coppice("user", "create", "ada@harbourbooks.example", ...inProject, "--name", "Ada");
  const { id: bucketId } = await coppice("bucket", "create", "covers", ...inProject);
  await coppice("object", "put", "covers", "2026/list.md", "README.md", ...inProject);
  await coppice("object", "put", "covers", "list.md", "README.md", ...inProject);
  // Made anew for each worker, since the owner's own password is told once.
  const account = await makeOperator(organisationId, "owner");
  const home = `/dashboard/${organisationId}`;
  let database = "";
  const enter = stateOf(async (page) => {
    await signIn(page, account, home);
    const link = page.getByRole("main").getByRole("link", { name: "shop", exact: true });
    database = (await link.getAttribute("href")) ?? "";
    // Requests are refused while the schedule's first restore point is made.
    await expect(async () => {
      await page.goto(`${database}/restore-points`);
      await expect(page.getByRole("main").getByText("Scheduled").first()).toBeVisible({ timeout: 1_000 });
      await expect(page.getByRole("main").getByLabel("Creating")).toHaveCount(0, { timeout: 1 });
    }).toPass();
  });
  const state = await enter(worker);
  await coppice("project", "database", projectId, database.split("/").at(-1) ?? "");
  await coppice("realtime", "publish", "orders", ...inProject, "--to", "signed-in");
  await coppice("project", "set", projectId, 'realtime.topics=[{"pattern":"room:*"}]');
  await coppice("flag", "set", organisationId, "functions", "on");
  await coppice("functions", "deploy", "examples/functions/hello", ...inProject, "--access", "public");
  await coppice("functions", "schedule", "hello", ...inProject, "--cron", "0 8 * * 1-5");
  return { state, pages: pagesOf(home, database, { projectId, userId, bucketId }) };
};

/** A test beside an organisation in which no page is empty. Its file runs in one worker, which makes it once. */
export const test = base.extend<{ demo: Demo }>({
  demo: async ({ once }, use) => use(await once(makeDemo)),
  storageState: ({ demo }, use) => use(demo.state),
});

interface DemoProject {
  projectId: string;
  userId: string;
  bucketId: string;
}

function pagesOf(home: string, database: string, { projectId, userId, bucketId }: DemoProject): Demo["pages"] {
  const project = `${home}/projects/${projectId}`;
  const orders = "?schema=public&table=orders";
  const below = (start: string, paths: Record<string, string>) =>
    Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, start + path]));
  return {
    ...below(home, {
      databases: "",
      "databases-none-found": "?search=nothing-is-called-that",
      members: "/members",
      "members-single-sign-on": "/sso",
      keys: "/keys",
      audit: "/audit",
      usage: "/usage",
      billing: "/billing",
    }),
    ...below(home, { projects: "/projects", organisation: "/settings", missing: "/databases/db_00000000000000000000" }),
    ...below("/dashboard", { account: "/account", invitations: "/invitations" }),
    ...below("/dashboard/admin", { "abuse-reports": "", deploys: "/deploys", "all-sign-ins": "/sign-ins" }),
    ...below("/dashboard/admin", { "installation-settings": "/settings" }),
    ...below("/dashboard/admin/projects", { "all-projects": "", "administered-project": `/${projectId}` }),
    ...below(database, { overview: "", sql: "/sql", history: "/history", "restore-points": "/restore-points" }),
    ...below(database, { "restore-to-time": "/restore-points/time" }),
    ...below(database, { activity: "/activity", advice: "/advice", events: "/events" }),
    ...below(database, { branches: "/branches", settings: "/settings" }),
    ...below(`${database}/tables`, { tables: "", "new-table": "/new", objects: "/objects", diagram: "/picture" }),
    ...below(`${database}/tables`, { rows: `/rows${orders}`, structure: `/structure${orders}` }),
    ...below(`${database}/tables`, { definition: `/definition${orders}` }),
    ...below(project, { project: "", users: "/users", user: `/users/${userId}`, methods: "/methods", brand: "/brand" }),
    ...below(project, { "single-sign-on": "/sso" }),
    ...below(project, { "user-organisations": "/organizations", webhooks: "/webhooks", "project-keys": "/keys" }),
    ...below(`${project}/mail`, { mail: "", "sender-domain": "/domain", bounces: "/bounces" }),
    ...below(project, { "sign-ins": "/events", why: "/events/why?about=ada@harbourbooks.example" }),
    ...below(project, { logs: "/logs" }),
    ...below(project, { "project-settings": "/settings", "project-usage": "/usage" }),
    ...below(`${project}/realtime`, { realtime: "", topics: "/topics", inspector: "/inspector" }),
    ...below(`${project}/functions`, { functions: "", function: "/hello", "function-try": "/hello/try" }),
    ...below(`${project}/functions/hello`, {
      "function-deployments": "/deployments",
      "function-logs": "/logs",
      "function-secrets": "/secrets",
      "function-schedules": "/schedules",
      "function-settings": "/settings",
    }),
    ...below(`${project}/storage`, { storage: "", bucket: `/${bucketId}`, "bucket-policy": `/${bucketId}/policy` }),
    ...below(`${database}/documents`, { documents: "", collection: "/collection?name=reviews" }),
  };
}

/** Goes to each page in turn, and waits until it stands. */
export async function visitEach(
  page: Page,
  pages: Demo["pages"],
  look: (name: string, document: Response) => Promise<void>,
): Promise<void> {
  for (const [name, address] of Object.entries(pages)) {
    const document = await page.goto(address);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 }).first()).toBeAttached();
    if (document) await look(name, document);
  }
}

export { expect };
