import type { DocGroup } from "./doc-group";

export const GUIDES: DocGroup = {
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
      description: "Identify the caller by the token that the page sends.",
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
      description: "pg_dump from the old server, pg_restore into a database here.",
    },
    {
      slug: "guides/production",
      title: "Go to production",
      description: "Settings, a proxy with TLS, mail, backups, and what to watch.",
    },
  ],
};
