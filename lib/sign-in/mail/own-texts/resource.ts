export type PlaceholderName = "appName" | "newEmail" | "provider" | "passkeyName" | "duration";

export interface MailPlaceholder {
  name: PlaceholderName;
  meaning: string;
  /** Whether a text without it is refused, since the email would no longer say its purpose. */
  isRequired: boolean;
}

/** One text of a mail. */
export interface MailText {
  /** Such as `subject`. */
  name: string;
  /** The project's own; `null` where the default is used. */
  text: string | null;
  standard: string;
  maxLength: number;
  placeholders: MailPlaceholder[];
}

/** The texts of one kind of mail in one language. */
export interface MailTemplate {
  kind: string;
  locale: string;
  texts: MailText[];
}

/** A mail as it would be sent. */
export interface MailPreview {
  subject: string;
  html: string;
  text: string;
}

/** The own texts of a mail by their names. */
export type OwnTexts = Readonly<Partial<Record<string, string>>>;
