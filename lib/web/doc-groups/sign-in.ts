import type { DocGroup } from "./doc-group";

export const SIGN_IN: DocGroup = {
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
      slug: "scim",
      title: "SCIM",
      description: "Users and groups of a company's directory: Microsoft Entra ID, Okta and others.",
    },
    { slug: "webhooks", title: "Webhooks", description: "Users and sessions, sent to a server of yours as events." },
  ],
};
