import { type BrowserContext, expect, type Page } from "@playwright/test";
import { coppice } from "../command-line";
import { makeOperator } from "../operator";
import { test as base, signIn } from "../page-test";

export interface Demo {
  /** The cookies of an owner who is an operator too. */
  state: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** The addresses of all pages of the dashboard, by name. */
  pages: Readonly<Record<string, string>>;
}

/** A test beside an organisation in which no page is empty. Its file runs in one worker, which makes it once. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({ browser }, use) => {
      const { organisationId } = await coppice("demo", "seed");
      const project = await coppice("project", "create", organisationId, "Harbour Books shop");
      const user = await coppice(
        "user",
        "create",
        "ada@harbourbooks.example",
        "--project",
        project.id,
        "--name",
        "Ada",
      );
      const bucket = await coppice("bucket", "create", "covers", "--project", project.id);
      await coppice("object", "put", "covers", "2026/list.md", "README.md", "--project", project.id);
      await coppice("object", "put", "covers", "list.md", "README.md", "--project", project.id);
      // Made anew for each worker, since the owner's own password is told once.
      const account = await makeOperator(organisationId, "owner");
      const context = await browser.newContext({ baseURL: process.env.COPPICE_URL, storageState: undefined });
      const page = await context.newPage();
      const home = `/dashboard/${organisationId}`;
      await signIn(page, account, home);
      const database = page.getByRole("main").getByRole("link", { name: "shop", exact: true });
      const address = await database.getAttribute("href");
      await coppice("project", "database", project.id, address?.split("/").at(-1) ?? "");
      await coppice("realtime", "publish", "orders", "--project", project.id, "--to", "signed-in");
      await coppice("project", "set", project.id, 'realtime.topics=[{"pattern":"room:*"}]');
      await coppice("flag", "set", organisationId, "functions", "on");
      await coppice("functions", "deploy", "examples/functions/hello", "--project", project.id, "--access", "public");
      await coppice("functions", "schedule", "hello", "--project", project.id, "--cron", "0 8 * * 1-5");
      const state = await context.storageState();
      await context.close();
      await use({
        state,
        pages: pagesOf(home, address ?? "", { projectId: project.id, userId: user.id, bucketId: bucket.id }),
      });
    },
    { scope: "worker" },
  ],
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
    ...below("/dashboard/admin/projects", { "all-projects": "", "administered-project": `/${projectId}` }),
    ...below(database, { overview: "", sql: "/sql", history: "/history", "restore-points": "/restore-points" }),
    ...below(database, { activity: "/activity", events: "/events", branches: "/branches", settings: "/settings" }),
    ...below(`${database}/tables`, { tables: "", "new-table": "/new", objects: "/objects", diagram: "/picture" }),
    ...below(`${database}/tables`, { rows: `/rows${orders}`, structure: `/structure${orders}` }),
    ...below(`${database}/tables`, { definition: `/definition${orders}` }),
    ...below(project, { project: "", users: "/users", user: `/users/${userId}`, methods: "/methods", brand: "/brand" }),
    ...below(project, { "single-sign-on": "/sso" }),
    ...below(project, { "user-organisations": "/organizations", webhooks: "/webhooks", "project-keys": "/keys" }),
    ...below(`${project}/mail`, { mail: "", "sender-domain": "/domain", bounces: "/bounces" }),
    ...below(project, { "sign-ins": "/events", why: "/events/why?about=ada@harbourbooks.example" }),
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
  look: (name: string, address: string) => Promise<void>,
): Promise<void> {
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 }).first()).toBeAttached();
    await look(name, address);
  }
}

export { expect };
