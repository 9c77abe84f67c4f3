"use client";

import { Checkbox, NativeSelect, PasswordInput, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FieldValue, FormField } from "@/lib/web/forms/resource";
import { AllOrSome } from "./all-or-some";
import { shownText } from "./filled-form";
import { JsonField } from "./json-field";
import { MomentField } from "./moment-field";
import { RadiosField } from "./radios-field";

interface Props {
  fields: readonly FormField[];
  /** The refusals of the service, by field. */
  faults: Readonly<Record<string, string>>;
}

/** The fields of a form, each as its kind is; the first one has the focus when its dialog opens. */
export function FormFields({ fields, faults }: Props) {
  const [changed, setChanged] = useState<Readonly<Record<string, FieldValue>>>({});
  const valueNow = (name: string) => changed[name] ?? fields.find((field) => field.name === name)?.value ?? null;
  const note = ({ target }: FormEvent<HTMLElement>) => {
    const { name, type, checked, value } = target as HTMLInputElement;
    setChanged((known) => ({ ...known, [name]: type === "checkbox" ? checked : value }));
  };
  const first = fields.find(({ isFixed }) => !isFixed);
  return (
    <Stack gap="sm" onChange={note}>
      {fields
        .filter(({ when }) => !when || (valueNow(when.field) ?? false) === when.is)
        .map((field) => (
          <Field
            key={field.name}
            field={field}
            fault={faults[field.name] ?? null}
            isFirst={field === first}
            chosen={valueNow(field.name)}
          />
        ))}
    </Stack>
  );
}

interface FieldProps {
  field: FormField;
  fault: string | null;
  isFirst: boolean;
  /** The value that the field has now. */
  chosen: FieldValue;
}

function Field({ field, fault, isFirst, chosen }: FieldProps) {
  const { name, label, note, placeholder, kind, isRequired, isFixed = false, maxLength, rows = 3, value } = field;
  const shared = { name, label, description: note, error: fault, ...(isFirst && { "data-autofocus": true }) };
  // A screen reader reads the fault out once it is there.
  const announced = { ...shared, errorProps: { role: "alert" } };
  const typed = { placeholder, defaultValue: shownText(field), required: isRequired, readOnly: isFixed, maxLength };
  const unaided = { autoComplete: "off", spellCheck: kind === "prose" };
  if (kind === "check") return <Checkbox {...shared} defaultChecked={value === true} />;
  if (kind === "choice" || kind === "numbers") return <Choice field={field} announced={announced} chosen={chosen} />;
  if (kind === "radios") return <RadiosField field={field} fault={fault} />;
  if (kind === "moment") return <MomentField field={field} announced={announced} />;
  if (kind === "all-or-some") return <AllOrSome field={field} fault={fault} />;
  if (kind === "json") return <JsonField field={field} announced={announced} />;
  if (kind === "long") return <Textarea {...announced} {...typed} {...unaided} rows={rows} />;
  if (kind === "secret") return <PasswordInput {...announced} {...typed} autoComplete="off" />;
  if (kind === "new-password") return <PasswordInput {...announced} {...typed} autoComplete="new-password" />;
  return (
    <TextInput {...announced} {...typed} {...unaided} type={TYPES[kind] ?? "text"} inputMode={INPUT_MODES[kind]} />
  );
}

const TYPES: Partial<Record<FormField["kind"], string>> = { email: "email" };

const INPUT_MODES = {
  number: "numeric",
  megabytes: "decimal",
  url: "url",
  email: undefined,
  text: undefined,
  prose: undefined,
  words: undefined,
} as const;

interface ChoiceProps extends Pick<FieldProps, "field" | "chosen"> {
  /** The label and the refusal that every field has. */
  announced: { description: string | undefined };
}

/** A list of values, with the note on the chosen one. */
function Choice({ field, announced: { description, ...announced }, chosen }: ChoiceProps) {
  const note = field.choices.find(({ value }) => value === chosen)?.note;
  return (
    <NativeSelect
      {...announced}
      description={note ?? description}
      descriptionProps={{ "aria-live": "polite" }}
      data={field.choices.map(({ value, label }) => ({ value, label }))}
      defaultValue={shownText(field)}
    />
  );
}
