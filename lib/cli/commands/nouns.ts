import type { Definition } from "@/lib/cli/define/definition";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";

/** A group of commands, or one command. It is loaded, with everything that it calls, for a line that names it. */
export interface Noun {
  name: string;
  description: string;
  load: () => Promise<{ commands: readonly Definition[] }>;
  /** Whether it is a command itself. */
  isVerb?: true;
}

type Load = Noun["load"];

const noun = (name: string, description: string, load: Load): Noun => ({ name, description, load });
/** Returns a command without a noun, whose description here is for the help of the program. */
const lone = (name: string, description: string, load: Load): Noun => ({ name, description, load, isVerb: true });

/** The groups of commands, in the order of the help. */
export const NOUNS: readonly Noun[] = [
  noun("org", "Organisations. Refer to one by its ID or exact name.", () => import("./organisation")),
  noun("flag", "Features that only the operator can switch on or off.", () => import("./flag")),
  noun("member", "The members of an organisation.", () => import("./member")),
  noun("key", "Keys of the management API.", () => import("./key")),
  noun(
    "project",
    "Projects: each has the users of one app. Refer to one by its ID or exact name.",
    () => import("./project"),
  ),
  noun("auth-key", "Public keys of a project: for sign-in from browsers.", async () => {
    return { commands: (await import("./project-key")).publicKeyCommands };
  }),
  noun("server-key", "Server keys of a project: for its servers, never for a browser.", async () => {
    return { commands: (await import("./project-key")).serverKeyCommands };
  }),
  noun(
    "signing-key",
    "Keys that sign a project's tokens. They are renewed automatically.",
    () => import("./signing-key"),
  ),
  noun(
    "provider",
    `Social sign-in of a project: ${SOCIAL_PROVIDERS.join(", ")}, or an OpenID Connect issuer.`,
    () => import("./provider"),
  ),
  noun(
    "sender",
    "The domain that a project's mails come from. Without one, they come from the service's own sender.",
    () => import("./sender"),
  ),
  noun("mail", "Mails that came back, and the addresses that get no more.", () => import("./bounces")),
  noun(
    "inbox",
    "Mails. Without SMTP_URL, mails stay here for you to read with show. With it, only their status is listed.",
    () => import("./inbox"),
  ),
  noun("test-token", "Testing tokens of a project: each signs in once, as a test user.", () => import("./test-token")),
  noun("user", "Users of a project. Refer to one by ID or e-mail address.", () => import("./user")),
  noun(
    "user-org",
    "Organisations of a project's users. Refer to one by ID or slug.",
    () => import("./user-organisation"),
  ),
  noun("sso", "Connections for single sign-on. Refer to one by ID.", () => import("./sso")),
  noun(
    "bucket",
    "Buckets of a project, for files and other objects. Refer to one by name or ID.",
    () => import("./bucket"),
  ),
  noun("object", "Objects of a bucket. Refer to one by its key.", () => import("./object")),
  noun("upload", "Uploads to a bucket that have not ended. Refer to one by its ID.", () => import("./upload")),
  noun("realtime", "Changes in a project's database, told to the users of its app.", () => import("./realtime")),
  noun("functions", "Programs of a project that answer requests. Refer to one by name.", () => import("./functions")),
  noun(
    "auth-event",
    "Security events of a project: user, action, time, address, and the reason of a refusal.",
    () => import("./auth-event"),
  ),
  noun("abuse-report", "Abuse reports, and the decisions on them.", () => import("./abuse-report")),
  noun("admin-key", "Keys of the admin routes, for the operator's own programs.", () => import("./admin-key")),
  noun(
    "setting",
    "Settings of the installation that can be changed while it runs. A variable of the same name wins.",
    () => import("./setting"),
  ),
  noun("host", "PostgreSQL clusters that hold customers' databases.", () => import("./host")),
  noun("db", "Customers' databases and branches.", () => import("./database")),
  noun("secrets", "The keys that encrypt stored secrets.", () => import("./secrets")),
  noun("backup", "Backups of the embedded databases, the objects and the key ring.", () => import("./backup")),
  noun("volume", "Storage for the embedded databases.", () => import("./volume")),
  noun("demo", "A demo organisation for trying out the dashboard.", () => import("./demo")),
  lone("host-guard", "Guard a registered host until stopped.", () => import("./host-guard")),
  lone("migrate", "Bring the control plane to this version's schema.", () => import("./migrate")),
  lone("restore", "Restore everything from backups.", () => import("./restore")),
  lone("doctor", "Check everything the installation depends on, and say what to do.", () => import("./doctor")),
  lone("completion", "Print the script that completes commands and options in a shell.", () => import("./completion")),
];
