import { z } from "zod";
import { FunctionName, VariableName } from "@/lib/services/functions/names";
import {
  FUNCTION_FIELDS,
  HostName,
  MOST_HOSTS,
  MOST_VARIABLE_BYTES,
  VariableValue,
} from "@/lib/services/functions/settings";
import { defineForm } from "@/lib/web/forms/define-form";

/** The template is chosen above it. */
export const FUNCTION = defineForm(z.object({ name: FunctionName }), {
  title: "Create function",
  submit: "Create and deploy",
});

const named = (placeholder: string) =>
  VariableName.meta({ form: { label: "Name", placeholder, maxLength: 64, fault: "The name {reason}." } });

const valued = (note: string) => ({
  form: { label: "Value", note, kind: "long", maxLength: MOST_VARIABLE_BYTES, fault: "The value {reason}." } as const,
});

export const SECRET = defineForm(
  z.object({
    name: named("STRIPE_KEY"),
    value: VariableValue.refine((value) => value !== "", "can't be empty").meta(
      valued("It's stored encrypted, and not shown again."),
    ),
  }),
  { title: "Set secret", submit: "Set", done: "Secret {name} set." },
);

export const VARIABLE = defineForm(
  z.object({
    variable: named("MODE"),
    value: VariableValue.meta(
      valued("Anyone who may change the function sees it. Use a secret for a value that must stay hidden."),
    ),
  }),
  { title: "Set variable", submit: "Set", done: "Variable {name} set." },
);

export const ACCESS = defineForm(z.object({ access: FUNCTION_FIELDS.access, webAddress: FUNCTION_FIELDS.webAddress }), {
  title: "Access",
  submit: "Save access",
  done: "Saved.",
});

/** Host names, one per line. */
const Hosts = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .pipe(z.array(HostName).max(MOST_HOSTS));

export const EGRESS = defineForm(
  z.object({
    mode: z.enum(["open", "list", "none"]).meta({
      form: {
        label: "May reach",
        choices: { open: "The public internet", list: "Some hosts", none: "Nothing" },
        fault: "Choose the addresses that it may reach.",
      },
    }),
    hosts: Hosts.default([]).meta({
      form: {
        label: "Hosts",
        note: "Exact names, one per line",
        kind: "long",
        placeholder: "api.stripe.com",
        maxLength: 20_000,
        when: { field: "mode", is: "list" },
        fault: "Enter host names such as api.stripe.com, one per line.",
      },
    }),
  }),
  { title: "Network", submit: "Save network", done: "Saved." },
);
