import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import { WORKER } from "@/lib/core/access/service-actor";
import { recordAudit } from "@/lib/core/audit/record";
import {
  type ChangeableName,
  type ChangeableSettings,
  ChangeableVariables,
  type SettingTexts,
} from "@/lib/core/changeable-settings";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { readAs } from "@/lib/core/input-sentences";
import { OperatorError } from "@/lib/core/operator-error";
import { ensureDashboardProject } from "../accounts/dashboard-project";
import type { OperatorSettingsContext } from "./context";
import { isSecretSetting, SETTING_GROUPS } from "./groups";
import { fittingSettings, isChangeableName, openTexts, settingPlace, settingsOf } from "./live-settings";

const MOST_CHARACTERS = 4_000;

export const ChangeSettingsInput = z.strictObject({
  /** The text of each, as its variable would have it; `null` removes the stored value. */
  values: z.record(z.string().max(64), z.string().trim().min(1).max(MOST_CHARACTERS).nullable()),
});
type ChangeSettingsInput = z.infer<typeof ChangeSettingsInput>;

/**
 * Stores values of settings, or removes stored ones: all of them, or none. They're in force in every process within
 * seconds. Returns the names of those that changed. Throws `invalid_request`, and `conflict` for one that a variable sets.
 */
export async function changeOperatorSettings(
  ctx: OperatorSettingsContext,
  { values }: ChangeSettingsInput,
): Promise<{ changed: ChangeableName[] }> {
  requireAdministration(ctx);
  const { environment } = ctx.settings;
  const entries = Object.entries(values).map(([name, value]) => [requireName(name), value] as const);
  const changed = await withAdvisoryLock(ctx, "coppice/operator-settings", async (tx) => {
    const before = openTexts(tx.sealer, await tx.db.operatorSetting.findMany({ select: { name: true, value: true } }));
    const different = entries.filter(([name, value]) => (before[name] ?? null) !== value);
    for (const [name, value] of different) if (value !== null) requireChangeable(environment.fixed, name, value);
    const after = requireFitting({ ...before, ...Object.fromEntries(different) }, different, environment);
    for (const [name, value] of different) await store(tx, name, value);
    if (different.some(([name]) => name === "COPPICE_SIGN_UP")) await applySignUp(tx, after);
    return different.map(([name]) => name);
  });
  ctx.settings.expire();
  return { changed };
}

function requireName(name: string): ChangeableName {
  if (isChangeableName(name)) return name;
  throw refused(name, `${name} isn't a setting that can be changed here.`);
}

function requireChangeable(fixed: SettingTexts, name: ChangeableName, value: string): void {
  if (fixed[name] !== undefined) {
    throw new ServiceError("conflict", `The variable ${name} is set, and wins. Remove it and restart first.`);
  }
  const parsed = readAs(ChangeableVariables.shape[name], value);
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw refused(name, `${[name, ...issue.path].join(".")} ${issue.message}.`);
}

/** Throws where a changed setting doesn't go together with others, also with those that variables set. */
function requireFitting(
  texts: Readonly<Record<string, string | null>>,
  changed: readonly (readonly [ChangeableName, string | null])[],
  environment: OperatorSettingsContext["settings"]["environment"],
): ChangeableSettings {
  const stored = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as SettingTexts;
  const { settings, unfit } = fittingSettings(stored, environment);
  const groups = SETTING_GROUPS.filter((group) => unfit.some((name) => Object.hasOwn(group.settings, name)));
  if (!groups.some((group) => changed.some(([name]) => Object.hasOwn(group.settings, name)))) return settings;
  try {
    return settingsOf(stored, environment);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new ServiceError("invalid_request", `${error.message}.`);
  }
}

async function store(tx: Context, name: ChangeableName, text: string | null): Promise<void> {
  const data: Record<string, string> = text === null || isSecretSetting(name) ? {} : { value: text };
  const action = text === null ? "setting.unset" : "setting.set";
  if (text === null) await tx.db.operatorSetting.deleteMany({ where: { name } });
  else {
    const value = tx.sealer.seal(text, settingPlace(name));
    const values = { value, changedBy: `${tx.actor.kind} ${tx.actor.id}`, changedAt: tx.clock.now() };
    const where = { name };
    await tx.db.operatorSetting.upsert({ where, create: { name, ...values }, update: values, select: { name: true } });
  }
  await recordAudit(tx, { organisationId: null, action, targetId: name, data });
}

/** Sign-up is a setting of the dashboard's own project, which each start sets likewise. */
async function applySignUp(tx: Context, { isSignUpOpen }: ChangeableSettings): Promise<void> {
  await ensureDashboardProject({ ...tx, actor: WORKER }, { isSignUpOpen });
}

function refused(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", message, { details: [{ path, message }] });
}
