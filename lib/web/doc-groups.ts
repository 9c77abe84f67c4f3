export interface DocPage {
  slug: string;
  title: string;
  description: string;
  /** Where the text is, when it is not docs/<slug>.md. */
  file?: string;
}

interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}

/** What the documentation site serves, in the order of its sidebar. */
export const DOC_GROUPS: readonly DocGroup[] = [
  {
    title: "Guides",
    pages: [
      {
        slug: "getting-started",
        title: "Getting started",
        description: "From npm start to a database and its first branch.",
      },
      {
        slug: "guides/sign-in-next",
        title: "Sign-in in a Next app",
        description: "A sign-in page, a page for members, and a session on the server.",
      },
      {
        slug: "guides/sign-in-vite",
        title: "Sign-in in a Vite app",
        description: "A sign-in panel in React that needs no server.",
      },
      {
        slug: "guides/sign-in-html",
        title: "Sign-in on a plain page",
        description: "A form of your own, without a framework or a bundler.",
      },
      {
        slug: "guides/sign-in-node",
        title: "Sign-in for a Node API",
        description: "Know who is calling by the token that the page sends.",
      },
      {
        slug: "guides/sign-in-without-cookies",
        title: "Sign-in without cookies",
        description: "React Native, desktop, and the command line with a device code.",
      },
      {
        slug: "guides/verify-tokens",
        title: "Verify tokens in your API",
        description: "Check who calls, in Node, Python and Ruby.",
      },
      {
        slug: "guides/sql-over-http",
        title: "Run SQL over HTTP",
        description: "From the edge and from anywhere without TCP: fetch, Neon's driver, Drizzle and Prisma.",
      },
      {
        slug: "guides/upload-files",
        title: "Upload files from your app",
        description: "A drop zone for your users, uploads that resume, and a program on your server.",
      },
      {
        slug: "guides/shared-list",
        title: "Share a list and cursors",
        description: "Realtime in a React app: messages, who is there, and going on after a lost connection.",
      },
      {
        slug: "guides/move-users-in",
        title: "Move users in",
        description: "Users keep their passwords: from better-auth, Supabase, Django or a file.",
      },
      {
        slug: "guides/branch-per-pull-request",
        title: "A branch for each pull request",
        description: "Tests in GitHub Actions run on a copy of your database.",
      },
      {
        slug: "guides/move-postgres-in",
        title: "Move a Postgres database in",
        description: "pg_dump from where it is, pg_restore into a database here.",
      },
      {
        slug: "guides/production",
        title: "Go to production",
        description: "Settings, a proxy with TLS, mail, backups, and what to watch.",
      },
    ],
  },
  {
    title: "Databases",
    pages: [
      { slug: "databases", title: "Databases", description: "Create, connect, watch, branch and delete a database." },
      {
        slug: "branching",
        title: "Branching",
        description: "What a branch is, and how creating one affects its parent.",
      },
      {
        slug: "serverless-driver",
        title: "Serverless driver",
        description: "Connect over a WebSocket, from where TCP isn't possible.",
      },
      { slug: "activity", title: "Activity", description: "Live sessions and locks; cancel statements, end sessions." },
      { slug: "restore-points", title: "Restore points", description: "Restore a database to an earlier state." },
      {
        slug: "sql-editor",
        title: "SQL editor",
        description: "Run statements, read plans, save queries; keyboard shortcuts.",
      },
      { slug: "tables", title: "Tables", description: "Browse rows, edit them in place, see how tables relate." },
      { slug: "csv", title: "CSV import and export", description: "Files of any size into tables, and rows as files." },
      {
        slug: "table-structure",
        title: "Structure of tables",
        description: "Columns, indexes and keys, changed by forms that show their SQL.",
      },
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
    ],
  },
  {
    title: "Sign-in",
    pages: [
      { slug: "sign-in", title: "Sign-in", description: "Users of a project: sessions, passwords, tokens, limits." },
      {
        slug: "troubleshooting-sign-in",
        title: "Troubleshooting sign-in",
        description: "Why someone could not get in: every reason, and what to do.",
      },
      { slug: "hosted-pages", title: "Hosted pages", description: "Pages to sign in on: addresses, looks, languages." },
      {
        slug: "client",
        title: "@coppice/auth",
        description: "The client package: a client, React components and server helpers for your app.",
        file: "packages/client/README.md",
      },
      { slug: "projects", title: "Projects", description: "Sign-in for an app: keys, settings and providers." },
      {
        slug: "users",
        title: "Users",
        description: "Find, create, change, ban and delete a project's users in the dashboard.",
      },
      {
        slug: "moving-users",
        title: "Moving users",
        description: "Import users from Clerk, Auth0, Supabase, Firebase or a file, and export them.",
      },
      {
        slug: "users-api",
        title: "Users over HTTP",
        description: "List, create, ban and delete users from your app's servers.",
      },
      {
        slug: "objects",
        title: "Object storage",
        description: "Buckets for files: public, by link, or by a policy for your users. Uploads that resume.",
      },
      {
        slug: "storage-client",
        title: "@coppice/storage",
        description: "The package for files: a client, uploads that resume, a drop zone for React.",
        file: "packages/storage/README.md",
      },
      {
        slug: "functions",
        title: "Functions",
        description: "Small programs that answer requests: deploy, call, schedule, and read what they log.",
      },
      {
        slug: "functions-client",
        title: "@coppice/functions",
        description: "The package that calls functions, with the types that the function itself has.",
        file: "packages/functions/README.md",
      },
      {
        slug: "realtime-changes",
        title: "Published tables",
        description: "Tables that tell their changes to the users of an app, and to whom.",
      },
      {
        slug: "organizations",
        title: "Organisations of users",
        description: "Teams of your customers, with roles, invitations and claims in tokens.",
      },
      {
        slug: "single-sign-on",
        title: "Single sign-on",
        description: "Companies sign in by their own identity provider: SAML connections and verified domains.",
      },
      {
        slug: "realtime",
        title: "Realtime",
        description: "Messages between your users and servers, and who is there, over one WebSocket.",
      },
      {
        slug: "realtime-client",
        title: "@coppice/realtime",
        description: "The package for realtime: a client that goes on where it was, and hooks for React.",
        file: "packages/realtime/README.md",
      },
      { slug: "webhooks", title: "Webhooks", description: "Users and sessions, sent to a server of yours as events." },
    ],
  },
  {
    title: "Organisation",
    pages: [
      { slug: "dashboard", title: "Dashboard", description: "All pages, who can use them, and how to get around." },
      {
        slug: "accounts",
        title: "Accounts",
        description: "Sign in to the dashboard, join and leave organisations, delete your account.",
      },
      { slug: "members-and-roles", title: "Members and roles", description: "What each role can do; invitations." },
      { slug: "audit-log", title: "Audit log", description: "Who did what, with filters and export." },
    ],
  },
  {
    title: "Operating",
    pages: [
      { slug: "operating", title: "Operating", description: "Commands, environment variables, data, production." },
      {
        slug: "administration",
        title: "Administration",
        description: "Abuse reports, suspended projects, deploys, and how sign-ins go.",
      },
      { slug: "hosts", title: "Hosts", description: "Your own clusters for customers' databases." },
      { slug: "storage", title: "Disk storage", description: "File systems that share blocks, for fast branches." },
      {
        slug: "billing",
        title: "Billing",
        description: "Subscriptions of Polar, Stripe or another provider set the plans.",
      },
      {
        slug: "ai-drafts",
        title: "AI drafts",
        description: "Schemas and functions drafted by a language model of yours.",
      },
      { slug: "mail", title: "Mail", description: "The inbox in development, a mail server, a project's own domain." },
      { slug: "security", title: "Security", description: "How databases are kept apart, and what is stored." },
    ],
  },
  {
    title: "Reference",
    pages: [
      { slug: "management-api", title: "Management API", description: "Keys, permissions, limits and safe retries." },
      { slug: "command-line", title: "Command line", description: "The operator's commands." },
      { slug: "limits", title: "Limits", description: "What each plan allows, and what holds for all of them." },
      {
        slug: "report-abuse",
        title: "Report abuse",
        description: "Tell the operator of an app or a page that shouldn't be here.",
      },
      { slug: "errors", title: "Errors", description: "Every error code, and what it means." },
    ],
  },
];
