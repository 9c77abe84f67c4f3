import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface DocPage {
  slug: string;
  title: string;
  description: string;
  /** A text outside docs/ needs its path here. */
  file?: string;
}

export interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}

/** No other file can be read; the sidebar has the same order. */
export const DOC_GROUPS: readonly DocGroup[] = [
  {
    title: "Use",
    pages: [
      {
        slug: "getting-started",
        title: "Getting started",
        description: "From npm start to a database and its first branch.",
      },
      {
        slug: "branching",
        title: "Branching",
        description: "What a branch is, and how creating one affects its parent.",
      },
      { slug: "projects", title: "Projects", description: "Sign-in for an app: keys, settings and providers." },
      { slug: "management-api", title: "Management API", description: "Keys, permissions, limits and safe retries." },
      { slug: "sign-in", title: "Sign-in", description: "Users of a project: sessions, passwords, tokens, limits." },
      {
        slug: "client",
        title: "@coppice/auth",
        description: "The client package: a client, React components and server helpers for your app.",
        file: "packages/client/README.md",
      },
      { slug: "hosted-pages", title: "Hosted pages", description: "Pages to sign in on: addresses, looks, languages." },
      { slug: "errors", title: "Errors", description: "Every error code, and what it means." },
    ],
  },
  {
    title: "Dashboard",
    pages: [
      { slug: "dashboard", title: "Dashboard", description: "All pages, who can use them, and how to get around." },
      { slug: "databases", title: "Databases", description: "Create, connect, watch, branch and delete a database." },
      {
        slug: "sql-editor",
        title: "SQL editor",
        description: "Run statements, read plans, save queries; keyboard shortcuts.",
      },
      { slug: "tables", title: "Tables", description: "Browse rows, edit them in place, see how tables relate." },
      {
        slug: "documents",
        title: "Documents",
        description: "JSON documents in collections, edited here or by your app.",
      },
      {
        slug: "history-and-undo",
        title: "History and undo",
        description: "What was run by hand, and how to undo it.",
      },
      { slug: "restore-points", title: "Restore points", description: "Restore a database to an earlier state." },
      { slug: "members-and-roles", title: "Members and roles", description: "What each role can do; invitations." },
      { slug: "audit-log", title: "Audit log", description: "Who did what, with filters and export." },
      {
        slug: "accounts",
        title: "Accounts",
        description: "Sign in to the dashboard, join and leave organisations, delete your account.",
      },
    ],
  },
  {
    title: "Operate",
    pages: [
      { slug: "operating", title: "Operating", description: "Commands, environment variables, data, production." },
      { slug: "command-line", title: "Command line", description: "The operator's commands." },
      { slug: "mail", title: "Mail", description: "The inbox in development, a mail server, a project's own domain." },
      { slug: "hosts", title: "Hosts", description: "Your own clusters for customers' databases." },
      { slug: "storage", title: "Storage", description: "File systems that share blocks, for fast branches." },
      { slug: "security", title: "Security", description: "How databases are kept apart, and what is stored." },
    ],
  },
];

const PAGES = DOC_GROUPS.flatMap((group) => group.pages);

export function findDocPage(slug: string): DocPage | null {
  return PAGES.find((page) => page.slug === slug) ?? null;
}

export function readDocPage(page: DocPage): Promise<string> {
  return readFile(join(process.cwd(), page.file ?? `docs/${page.slug}.md`), "utf8");
}
