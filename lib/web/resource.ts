import type { RowFailure } from "@/lib/sql/data-changes/resource";

export type Outcome<Value = unknown> = { isDone: true; value: Value } | Refused;

export interface Refused {
  isDone: false;
  message: string;
  /** The member has signed out, maybe in another tab. */
  isSignedOut?: boolean;
  /** The change is possible with a restore point taken first; this text says why that is needed. */
  restorePointReason?: string;
  /** Why each of several changes was refused. */
  failures?: readonly RowFailure[];
  /** The refusals of single fields or settings, by path. */
  details?: readonly { path: string; message: string }[];
}

/** One page of the documentation, as menus show it. */
export interface DocLink {
  href: `/docs/${string}`;
  title: string;
  description: string;
  /** The page has a content security policy of its own, which needs a full load. */
  hasOwnPolicy?: boolean;
}

export interface DocLinkGroup {
  title: string;
  pages: readonly DocLink[];
}

/** A page of the documentation with its headings, as a search finds them. */
export interface OutlinedDoc extends Pick<DocLink, "href" | "title" | "description"> {
  headings: readonly { title: string; id: string }[];
}

interface GuideFile {
  path: string;
  content: string;
}

/** The steps by which an app of one framework uses a project. */
export interface ProjectGuide {
  frameworks: { name: string; label: string }[];
  /** The name of the framework. */
  chosen: string;
  needsPublicKey: boolean;
  /** The text in `settings` that a public key replaces. */
  keyPlace: string;
  /** The text there that a new secret for the app's sessions replaces. */
  secretPlace: string;
  sessionSecret: string;
  /** The name of a key that is created for the app. */
  keyName: string;
  /** The usual origin of such an app while it is developed. */
  usualOrigin: string;
  install: string;
  settings: GuideFile;
  files: GuideFile[];
  /** The command that serves the app, and the address to open then. */
  serve: { command: string; address: string };
}

export type SettingValue = string | number | boolean | null | readonly string[];

/** A setting of a project, as its form shows it. */
export interface SettingField {
  /** Such as `password.minLength`. */
  path: string;
  label: string;
  note?: string;
  unit?: string;
  placeholder?: string;
  kind: "switch" | "number" | "seconds" | "text" | "choice" | "lines" | "pairs" | "color";
  /** Whether the field can be empty, which is stored as `null`. */
  isNullable: boolean;
  min: number;
  max: number;
  choices: readonly { value: string; label: string }[];
  value: SettingValue;
  /** The default. */
  standard: SettingValue;
}

export interface SettingSection {
  id: string;
  title: string;
  text: string;
  /** Whether each two fields belong together. */
  isPaired?: boolean;
  fields: readonly SettingField[];
}
