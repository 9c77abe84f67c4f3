import "server-only";
import { z } from "zod";
import { CHANGEABLE_NAMES, type ChangeableName } from "@/lib/core/changeable-settings";
import { ServiceError } from "@/lib/core/errors";
import { isSecretSetting } from "@/lib/people/operator-settings/groups";
import type { OperatorSetting, OperatorSettingGroup } from "@/lib/people/operator-settings/resource";
import type { Form, FormField } from "./forms/resource";

const MOST_CHARACTERS = 4_000;

/** The fields that a form of any group may send. */
export const SettingFields = z.object(
  Object.fromEntries(CHANGEABLE_NAMES.map((name) => [name, z.string().max(MOST_CHARACTERS).optional()])) as Record<
    ChangeableName,
    z.ZodOptional<z.ZodString>
  >,
);

/** Returns the values that a form's fields stand for: an empty one removes a value, and leaves a secret as it is. */
export function valuesOfForm(fields: z.output<typeof SettingFields>): Record<string, string | null> {
  const sent = CHANGEABLE_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name].trim()]]));
  if (sent.length === 0)
    throw new ServiceError("invalid_request", "The page sent no settings. Reload it and try again.");
  const meant = sent.filter(([name, text]) => text !== "" || !isSecretSetting(name as ChangeableName));
  return Object.fromEntries(meant.map(([name, text]) => [name, text === "" ? null : text]));
}

/** Returns the form that changes a group as plain data; `null` where variables set all of it. */
export function formOfGroup({ title, settings }: OperatorSettingGroup): Form | null {
  const open = settings.filter(({ source }) => source !== "variable");
  if (open.length === 0) return null;
  const text = "An empty field means the default.";
  return { title: `Change: ${title}`, text, submit: "Save", done: "Saved.", fields: open.map(fieldOf) };
}

function fieldOf(setting: OperatorSetting): FormField {
  const { name, label, note, choices, isNumber, isSecret, isStored, stored, fallback } = setting;
  const placeholder = isSecret && isStored ? "Stored. Leave empty to keep it" : (fallback ?? setting.placeholder);
  const byDefault = choices.find(({ value }) => value === fallback)?.label ?? fallback;
  return {
    ...{ name, label },
    ...(note !== null && { note }),
    ...(placeholder !== null && { placeholder }),
    kind: kindOf(choices.length > 0, isNumber),
    isRequired: false,
    maxLength: MOST_CHARACTERS,
    choices: choices.length > 0 ? [{ value: "", label: `Default (${byDefault})` }, ...choices] : [],
    groups: [],
    value: stored,
  };
}

function kindOf(isChoice: boolean, isNumber: boolean): FormField["kind"] {
  if (isChoice) return "choice";
  return isNumber ? "number" : "text";
}
