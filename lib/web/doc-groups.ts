import { DATABASES } from "./doc-groups/databases";
import type { DocGroup } from "./doc-groups/doc-group";
import { GUIDES } from "./doc-groups/guides";
import { SERVICES } from "./doc-groups/services";
import { SIGN_IN } from "./doc-groups/sign-in";

/** The pages of the documentation site, in the order of its sidebar. */
export const DOC_GROUPS: readonly DocGroup[] = [
  GUIDES,
  DATABASES,
  SIGN_IN,
  SERVICES,
  {
    title: "Organisation",
    pages: [
      { slug: "dashboard", title: "Dashboard", description: "All pages, who can use them, and how to get around." },
      {
        slug: "accounts",
        title: "Accounts",
        description: "Sign in to the dashboard, join and leave organisations, delete your account.",
      },
      {
        slug: "members-and-roles",
        title: "Members and roles",
        description: "The permissions of each role; invitations.",
      },
      {
        slug: "members-single-sign-on",
        title: "Single sign-on for members",
        description: "Members sign in to the dashboard by their company's identity provider.",
      },
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
      {
        slug: "kubernetes",
        title: "Kubernetes",
        description: "Manifests for each role, and hosts by CloudNativePG and Patroni.",
      },
      { slug: "hosts", title: "Hosts", description: "Your own clusters for customers' databases." },
      { slug: "storage", title: "Disk storage", description: "File systems that share blocks, for fast branches." },
      {
        slug: "backups",
        title: "Backups",
        description: "Encrypted backups of the embedded databases, restored to any second.",
      },
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
      {
        slug: "security",
        title: "Security",
        description: "How databases are kept apart, and the data that is stored.",
      },
    ],
  },
  {
    title: "Reference",
    pages: [
      { slug: "management-api", title: "Management API", description: "Keys, permissions, limits and safe retries." },
      { slug: "command-line", title: "Command line", description: "The operator's commands." },
      { slug: "limits", title: "Limits", description: "The limits of each plan, and those of all plans." },
      {
        slug: "report-abuse",
        title: "Report abuse",
        description: "Tell the operator of an app or a page that shouldn't be here.",
      },
      { slug: "errors", title: "Errors", description: "Every error code, and its meaning." },
    ],
  },
];
