import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { ChangeableName, SettingTexts } from "@/lib/core/changeable-settings";
import type { OperatorSettingsContext } from "./context";
import { SETTING_GROUPS } from "./groups";
import { fittingSettings, openTexts, settingsOf } from "./live-settings";
import type { OperatorSetting, OperatorSettingGroup } from "./resource";

/** Lists the settings that can be changed at run time, each with its source. Secrets are never among the values. */
export async function listOperatorSettings(ctx: OperatorSettingsContext): Promise<OperatorSettingGroup[]> {
  requireAdministration(ctx);
  const rows = await ctx.db.operatorSetting.findMany({ select: { name: true, value: true, changedAt: true } });
  const stored = openTexts(ctx.sealer, rows);
  const { environment } = ctx.settings;
  const { settings: inForce, unfit } = fittingSettings(stored, environment);
  const fallbacks = settingsOf({}, { ...environment, fixed: {} });
  return SETTING_GROUPS.map(({ settings, ...group }) => ({
    ...group,
    settings: Object.entries(settings).map(([key, { read, choices = {}, ...words }]): OperatorSetting => {
      const name = key as ChangeableName;
      const { isSecret = false } = words;
      const [value, fallback] = [read(inForce), read(fallbacks)];
      return {
        name,
        label: words.label,
        note: words.note ?? null,
        placeholder: words.placeholder ?? null,
        choices: Object.entries(choices).map(([choice, label]) => ({ value: choice, label })),
        isNumber: words.isNumber ?? false,
        isSecret,
        source: sourceOf(name, { fixed: environment.fixed, stored, unfit }),
        value: isSecret ? null : value,
        isSet: value !== null,
        fallback,
        stored: isSecret ? null : (stored[name] ?? null),
        isStored: stored[name] !== undefined,
        changedAt: rows.find((row) => row.name === name)?.changedAt.toISOString() ?? null,
      };
    }),
  }));
}

interface Sources {
  fixed: SettingTexts;
  stored: SettingTexts;
  unfit: readonly ChangeableName[];
}

function sourceOf(name: ChangeableName, { fixed, stored, unfit }: Sources) {
  if (fixed[name] !== undefined) return "variable";
  return stored[name] === undefined || unfit.includes(name) ? "default" : "stored";
}
