import "server-only";
import { z } from "zod";
import { byteText } from "@/lib/core/byte-text";
import { ServiceError } from "@/lib/core/errors";
import { readAs } from "@/lib/core/input-sentences";
import {
  CHANGEABLE_LIMIT_NAMES,
  CHANGEABLE_LIMITS,
  type ChangeableLimitName,
  limitOf,
  PlanChanges,
} from "@/lib/core/plan-changes";
import { PLAN_NAMES, PLANS, type Plan, plansInForce } from "@/lib/core/plans";
import { DECODERS } from "./forms/decode";
import type { Form, FormField } from "./forms/resource";

const MB = 1024 ** 2;
const MOST_CHARACTERS = 20;

const isBytes = (name: ChangeableLimitName) => "isBytes" in CHANGEABLE_LIMITS[name];

/** The texts that the form of a plan sends. */
export const PlanFields = z.object({
  plan: z.enum(PLAN_NAMES),
  ...(Object.fromEntries(
    CHANGEABLE_LIMIT_NAMES.map((name) => [name, z.string().max(MOST_CHARACTERS).optional()]),
  ) as Record<ChangeableLimitName, z.ZodOptional<z.ZodString>>),
});

/** Returns the limits that a form's texts stand for; an empty one stands for the default. Throws `invalid_request`. */
export function limitsOfForm(fields: Omit<z.output<typeof PlanFields>, "plan">): NonNullable<PlanChanges[Plan]> {
  const sent = CHANGEABLE_LIMIT_NAMES.filter((name) => fields[name] !== undefined);
  if (sent.length === 0) throw new ServiceError("invalid_request", "The page sent no limits. Reload it and try again.");
  const limits = sent.flatMap((name) => {
    const text = fields[name]?.trim() ?? "";
    return text === "" ? [] : [[name, DECODERS[isBytes(name) ? "megabytes" : "number"]?.(text)]];
  });
  const parsed = readAs(PlanChanges.shape.free.unwrap(), Object.fromEntries(limits));
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path }) => {
    const name = String(path[0]) as ChangeableLimitName;
    const least = isBytes(name) ? "a size of at least 16 MB" : "a whole number of at least 1";
    return { path: name, message: `${CHANGEABLE_LIMITS[name].label}: enter ${least}.` };
  });
  throw new ServiceError("invalid_request", details[0]?.message ?? "A limit isn't valid.", { details });
}

/** Returns the form that changes the limits of a plan, filled with those that differ from the defaults. */
export function formOfPlan(plan: Plan, label: string): Form {
  const title = `Change ${label}`;
  const text = "An empty field means the default.";
  return {
    title,
    text,
    submit: "Save",
    done: "Saved.",
    fields: CHANGEABLE_LIMIT_NAMES.map((name) => fieldOf(plan, name)),
  };
}

function fieldOf(plan: Plan, name: ChangeableLimitName): FormField {
  const [value, standard] = [limitOf(plansInForce()[plan], name), limitOf(PLANS[plan], name)];
  const { label } = CHANGEABLE_LIMITS[name];
  return {
    name,
    label: isBytes(name) ? `${label} (MB)` : label,
    placeholder: String(isBytes(name) ? standard / MB : standard),
    kind: isBytes(name) ? "megabytes" : "number",
    ...{ isRequired: false, maxLength: MOST_CHARACTERS, choices: [], groups: [] },
    value: value === standard ? null : value,
  };
}

/** Returns the limits in force beside each other, with the default of each that was changed. */
export function comparePlanLimits() {
  const inForce = plansInForce();
  return CHANGEABLE_LIMIT_NAMES.map((name) => ({
    label: CHANGEABLE_LIMITS[name].label,
    cells: PLAN_NAMES.map((plan) => {
      const [value, standard] = [limitOf(inForce[plan], name), limitOf(PLANS[plan], name)];
      const textOf = (figure: number) => (isBytes(name) ? byteText(figure) : figure.toLocaleString("en"));
      return { plan, text: textOf(value), standard: value === standard ? null : textOf(standard) };
    }),
  }));
}
