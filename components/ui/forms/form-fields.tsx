"use client";

import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { FormField } from "@/lib/web/forms/resource";
import { AllOrSome } from "./all-or-some";
import { shownText } from "./filled-form";
import { MomentField } from "./moment-field";

interface Props {
  fields: readonly FormField[];
  /** The refusals of the service, by field. */
  faults: Readonly<Record<string, string>>;
}

/** The fields of a form, each as its kind is; the first one has the focus when its dialog opens. */
export function FormFields({ fields, faults }: Props) {
  return fields.map((field, index) => (
    <Field key={field.name} field={field} fault={faults[field.name] ?? null} isFirst={index === 0} />
  ));
}

interface FieldProps {
  field: FormField;
  fault: string | null;
  isFirst: boolean;
}

function Field({ field, fault, isFirst }: FieldProps) {
  const { name, label, note, placeholder, kind, choices, isRequired, maxLength, value } = field;
  const shared = { name, label, description: note, error: fault, ...(isFirst && { "data-autofocus": true }) };
  // A screen reader reads the fault out once it is there.
  const announced = { ...shared, errorProps: { role: "alert" } };
  if (kind === "check") return <Checkbox {...shared} defaultChecked={value === true} />;
  if (kind === "choice") return <NativeSelect {...announced} data={[...choices]} defaultValue={shownText(field)} />;
  if (kind === "moment") return <MomentField field={field} announced={announced} />;
  if (kind === "all-or-some") return <AllOrSome field={field} fault={fault} />;
  return (
    <TextInput
      {...announced}
      placeholder={placeholder}
      defaultValue={shownText(field)}
      required={isRequired}
      maxLength={maxLength}
      inputMode={INPUT_MODES[kind]}
      autoComplete="off"
      spellCheck={kind === "prose"}
    />
  );
}

const INPUT_MODES = {
  number: "numeric",
  megabytes: "decimal",
  url: "url",
  text: undefined,
  prose: undefined,
  words: undefined,
} as const;
