import type { ChangeableName, ChangeableSettings } from "@/lib/core/changeable-settings";

interface SettingWords {
  label: string;
  note?: string;
  placeholder?: string;
  /** The values to choose from, with their labels. */
  choices?: Readonly<Record<string, string>>;
  isNumber?: true;
  /** A secret is never shown. */
  isSecret?: true;
  /** Returns the value in force, as the variable would have it; `null` where there is none. */
  read: (settings: ChangeableSettings) => string | null;
}

interface SettingGroup {
  id: string;
  title: string;
  text: string;
  settings: Readonly<Partial<Record<ChangeableName, SettingWords>>>;
}

/** The settings that can be changed at run time, in the groups that a form changes together. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: "mail",
    title: "Email",
    text: "The server that emails leave by, and their sender. Without a server, emails wait in production, and stay in the inbox in development.",
    settings: {
      SMTP_URL: {
        label: "Mail server",
        note: "With its user and password, which are encrypted",
        placeholder: "smtps://user:password@mail.example.com",
        isSecret: true,
        read: ({ smtpUrl }) => smtpUrl,
      },
      COPPICE_MAIL_FROM: {
        label: "Sender",
        note: "Of projects without a sender domain of their own",
        placeholder: "no-reply@example.com",
        read: ({ mailFrom }) => mailFrom,
      },
      COPPICE_MAIL_RETURN: {
        label: "Return address",
        note: "Bounces come back to it, for the command mail bounce to read",
        placeholder: "bounces@example.com",
        read: ({ mailReturn }) => mailReturn,
      },
      COPPICE_MAIL_SPF: {
        label: "SPF mechanisms",
        note: "Of the mail server, for the records of sender domains",
        placeholder: "include:spf.example.com",
        read: ({ mailSpf }) => mailSpf,
      },
    },
  },
  {
    id: "sign-up",
    title: "Sign-up",
    text: "Whether people can create accounts and organisations in this dashboard themselves. Invited people can sign in either way.",
    settings: {
      COPPICE_SIGN_UP: {
        label: "Sign-up",
        choices: { open: "Open", closed: "Closed" },
        read: ({ isSignUpOpen }) => (isSignUpOpen ? "open" : "closed"),
      },
    },
  },
  {
    id: "retention",
    title: "Retention",
    text: "How long things are kept.",
    settings: {
      COPPICE_DELETED_DATABASE_DAYS: {
        label: "Days that deleted databases can be restored",
        note: "From 0 to 90. With 0, a database is dropped immediately",
        isNumber: true,
        read: ({ deletedDatabaseDays }) => String(deletedDatabaseDays),
      },
      COPPICE_AUDIT_DAYS: {
        label: "Days that audit logs are kept",
        note: "From 30 to 36500. Older entries are deleted within a day of a shorter time",
        isNumber: true,
        read: ({ auditDays }) => String(auditDays),
      },
    },
  },
  {
    id: "plans",
    title: "Plans",
    text: "The limits of each plan. A lower one takes nothing away but logs, undo data and automatic restore points beyond it.",
    settings: {
      COPPICE_PLAN_LIMITS: {
        label: "Changed limits",
        placeholder: '{"free": {"databases": 5}}',
        read: ({ planChanges }) => (Object.keys(planChanges).length === 0 ? null : JSON.stringify(planChanges)),
      },
    },
  },
  {
    id: "drafts",
    title: "AI drafts",
    text: "The language model that drafts SQL and functions are asked of. Without one, the feature is off.",
    settings: {
      COPPICE_AI_URL: {
        label: "Address of the model's API",
        placeholder: "https://models.example.com/v1",
        read: ({ drafts }) => drafts?.url ?? null,
      },
      COPPICE_AI_MODEL: { label: "Model", read: ({ drafts }) => drafts?.model ?? null },
      COPPICE_AI_KEY: { label: "Key", isSecret: true, read: ({ drafts }) => drafts?.key ?? null },
    },
  },
  {
    id: "security",
    title: "Security contact",
    text: "Where people report weaknesses, as /.well-known/security.txt says.",
    settings: {
      COPPICE_SECURITY_CONTACT: {
        label: "Contact",
        placeholder: "mailto:security@example.com",
        read: ({ securityContact }) => securityContact,
      },
    },
  },
];

const WORDS = Object.assign({}, ...SETTING_GROUPS.map(({ settings }) => settings)) as Partial<
  Record<ChangeableName, SettingWords>
>;

/** A setting without words is taken for a secret. */
export function isSecretSetting(name: ChangeableName): boolean {
  return WORDS[name]?.isSecret ?? WORDS[name] === undefined;
}
