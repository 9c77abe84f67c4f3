import type { Command } from "commander";
import type { CommandTree } from "@/lib/cli/subcommand";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";

type AddVerbs = (tree: CommandTree, noun: Command) => void;

/** A group of commands. Its verbs, and everything that they call, are loaded for a command line that names it. */
export interface Noun {
  name: string;
  description: string;
  load: () => Promise<AddVerbs>;
}

/** The groups of commands, in the order of the help. */
export const NOUNS: readonly Noun[] = [
  {
    name: "org",
    description: "Organisations. Refer to one by its ID or exact name.",
    load: async () => (await import("./organisation")).addOrganisationCommands,
  },
  {
    name: "flag",
    description: "Features that only the operator can switch on or off.",
    load: async () => (await import("./flag")).addFlagCommands,
  },
  {
    name: "member",
    description: "The members of an organisation.",
    load: async () => (await import("./member")).addMemberCommands,
  },
  {
    name: "key",
    description: "Keys of the management API.",
    load: async () => (await import("./key")).addKeyCommands,
  },
  {
    name: "project",
    description: "Projects: each has the users of one app. Refer to one by its ID or exact name.",
    load: async () => (await import("./project")).addProjectCommands,
  },
  {
    name: "auth-key",
    description: "Public keys of a project: for sign-in from browsers.",
    load: async () => (await import("./project-key")).addPublicKeyCommands,
  },
  {
    name: "server-key",
    description: "Server keys of a project: for its servers, never for a browser.",
    load: async () => (await import("./project-key")).addServerKeyCommands,
  },
  {
    name: "signing-key",
    description: "Keys that sign a project's tokens. They are renewed automatically.",
    load: async () => (await import("./signing-key")).addSigningKeyCommands,
  },
  {
    name: "provider",
    description: `Social sign-in of a project: ${SOCIAL_PROVIDERS.join(", ")}, or an OpenID Connect issuer.`,
    load: async () => (await import("./provider")).addProviderCommands,
  },
  {
    name: "sender",
    description: "The domain that a project's mails come from. Without one, they come from the service's own sender.",
    load: async () => (await import("./sender")).addSenderCommands,
  },
  {
    name: "mail",
    description: "Mails that came back, and the addresses that get no more.",
    load: async () => (await import("./bounces")).addBounceCommands,
  },
  {
    name: "inbox",
    description:
      "Mails. Without SMTP_URL, mails stay here for you to read with show. With it, only their status is listed.",
    load: async () => (await import("./inbox")).addInboxCommands,
  },
  {
    name: "test-token",
    description: "Testing tokens of a project: each signs in once, as a test user.",
    load: async () => (await import("./test-token")).addTestTokenCommands,
  },
  {
    name: "user",
    description: "Users of a project. Refer to one by ID or e-mail address.",
    load: async () => (await import("./user")).addUserCommands,
  },
  {
    name: "user-org",
    description: "Organisations of a project's users. Refer to one by ID or slug.",
    load: async () => (await import("./user-organisation")).addUserOrganisationCommands,
  },
  {
    name: "sso",
    description: "Connections for single sign-on. Refer to one by ID.",
    load: async () => (await import("./sso")).addSsoCommands,
  },
  {
    name: "bucket",
    description: "Buckets of a project, for files and other objects. Refer to one by name or ID.",
    load: async () => (await import("./bucket")).addBucketCommands,
  },
  {
    name: "object",
    description: "Objects of a bucket. Refer to one by its key.",
    load: async () => (await import("./object")).addObjectCommands,
  },
  {
    name: "upload",
    description: "Uploads to a bucket that have not ended. Refer to one by its ID.",
    load: async () => (await import("./upload")).addUploadCommands,
  },
  {
    name: "realtime",
    description: "Changes in a project's database, told to the users of its app.",
    load: async () => (await import("./realtime")).addRealtimeCommands,
  },
  {
    name: "functions",
    description: "Programs of a project that answer requests. Refer to one by name.",
    load: async () => (await import("./functions")).addFunctionCommands,
  },
  {
    name: "auth-event",
    description: "Security events of a project: user, action, time, address, and the reason of a refusal.",
    load: async () => (await import("./auth-event")).addAuthEventCommands,
  },
  {
    name: "abuse-report",
    description: "Abuse reports, and the decisions on them.",
    load: async () => (await import("./abuse-report")).addAbuseReportCommands,
  },
  {
    name: "admin-key",
    description: "Keys of the admin routes, for the operator's own programs.",
    load: async () => (await import("./admin-key")).addAdminKeyCommands,
  },
  {
    name: "host",
    description: "PostgreSQL clusters that hold customers' databases.",
    load: async () => (await import("./host")).addHostCommands,
  },
  {
    name: "db",
    description: "Customers' databases and branches.",
    load: async () => (await import("./database")).addDatabaseCommands,
  },
  {
    name: "secrets",
    description: "The keys that encrypt stored secrets.",
    load: async () => (await import("./secrets")).addSecretsCommands,
  },
  {
    name: "backup",
    description: "Backups of the embedded databases, the objects and the key ring.",
    load: async () => (await import("./backup")).addBackupCommands,
  },
  {
    name: "volume",
    description: "Storage for the embedded databases.",
    load: async () => (await import("./volume")).addVolumeCommands,
  },
  {
    name: "demo",
    description: "A demo organisation for trying out the dashboard.",
    load: async () => (await import("./demo")).addDemoCommands,
  },
];
