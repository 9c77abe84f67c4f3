import { z } from "zod";
import { type DraftSettings, DraftVariables, draftsOf } from "./draft-settings";
import { ReturnAddress, SmtpUrl, SpfMechanisms } from "./mail-variables";
import { type PlanChanges, PlanLimitsText } from "./plan-changes";
import { Email } from "./user-fields";

/**
 * The settings of the installation that the operator may also change while it runs, by their variables. A further one is
 * an entry here, in `changeableOf`, and in a group of lib/people/operator-settings.
 */
export const ChangeableVariables = z.object({
  SMTP_URL: SmtpUrl.optional(),
  COPPICE_MAIL_FROM: Email.optional(),
  COPPICE_MAIL_RETURN: ReturnAddress.optional(),
  COPPICE_MAIL_SPF: SpfMechanisms.optional(),
  COPPICE_SIGN_UP: z.enum(["open", "closed"]).optional(),
  COPPICE_DELETED_DATABASE_DAYS: z.coerce.number().int().min(0).max(90).optional(),
  COPPICE_AUDIT_DAYS: z.coerce.number().int().min(30).max(36_500).optional(),
  // RFC 9116 takes addresses alone.
  COPPICE_SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https|tel)$/ }).optional(),
  COPPICE_PLAN_LIMITS: PlanLimitsText.optional(),
  ...DraftVariables.shape,
});

export type ChangeableName = keyof typeof ChangeableVariables.shape;

export const CHANGEABLE_NAMES = Object.keys(ChangeableVariables.shape) as ChangeableName[];

/** The text of settings, as variables have it. */
export type SettingTexts = Readonly<Partial<Record<ChangeableName, string>>>;

/** In production, strangers may sign up only where the operator says so. */
const DEFAULT_SIGN_UP = { development: "open", production: "closed" } as const;
const DEFAULT_DELETED_DATABASE_DAYS = 7;
const DEFAULT_AUDIT_DAYS = 730;

export interface ChangeableSettings {
  smtpUrl: string | null;
  mailFrom: string;
  /** Bounces come back to it, for `coppice mail bounce` to read. */
  mailReturn: string | null;
  /** A project's own domain must allow these SPF mechanisms to send. */
  mailSpf: string | null;
  isSignUpOpen: boolean;
  /** The number of days for which entries of audit logs are kept. */
  auditDays: number;
  deletedDatabaseDays: number;
  securityContact: string | null;
  drafts: DraftSettings | null;
  /** The limits of plans that differ from those of this version. */
  planChanges: PlanChanges;
}

interface Standing {
  mode: "development" | "production";
  url: string;
}

/** Throws where settings don't go together. */
export function changeableOf(
  variables: z.output<typeof ChangeableVariables>,
  { mode, url }: Standing,
): ChangeableSettings {
  return {
    smtpUrl: variables.SMTP_URL ?? null,
    mailFrom: variables.COPPICE_MAIL_FROM ?? `no-reply@${new URL(url).hostname}`,
    mailReturn: variables.COPPICE_MAIL_RETURN ?? null,
    mailSpf: variables.COPPICE_MAIL_SPF ?? null,
    isSignUpOpen: (variables.COPPICE_SIGN_UP ?? DEFAULT_SIGN_UP[mode]) === "open",
    auditDays: variables.COPPICE_AUDIT_DAYS ?? DEFAULT_AUDIT_DAYS,
    deletedDatabaseDays: variables.COPPICE_DELETED_DATABASE_DAYS ?? DEFAULT_DELETED_DATABASE_DAYS,
    securityContact: variables.COPPICE_SECURITY_CONTACT ?? null,
    drafts: draftsOf(variables),
    planChanges: variables.COPPICE_PLAN_LIMITS ?? {},
  };
}
