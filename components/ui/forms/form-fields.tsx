"use client";

import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { type ComponentType, type FormEvent, useState } from "react";
import { ScriptSelect } from "@/components/ui/script-select";
import type { FieldValue, FormField } from "@/lib/web/forms/resource";
import type { Announced } from "./announced";
import { shownText } from "./filled-form";
import type { RareProps } from "./rare-field";

interface Props {
  fields: readonly FormField[];
  /** The refusals of the service, by field. */
  faults: Readonly<Record<string, string>>;
  /** Draws the fields of the kinds that only dialogs have. */
  rare?: ComponentType<RareProps> | undefined;
}

/** The fields of a form, each as its kind is; the first one has the focus when its dialog opens. */
export function FormFields({ fields, faults, rare }: Props) {
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
            isWatched={fields.some(({ when }) => when?.field === field.name)}
            chosen={valueNow(field.name)}
            rare={rare}
          />
        ))}
    </Stack>
  );
}

interface FieldProps {
  field: FormField;
  fault: string | null;
  isFirst: boolean;
  /** Whether another field is there only while this one has a certain value. */
  isWatched: boolean;
  /** The value that the field has now. */
  chosen: FieldValue;
  rare: Props["rare"];
}

function Field({ field, fault, isFirst, isWatched, chosen, rare: Rare }: FieldProps) {
  const { name, label, note, placeholder, kind, isRequired, isFixed = false, maxLength, rows = 3, value } = field;
  const shared = { name, label, description: note, error: fault, ...(isFirst && { "data-autofocus": true }) };
  // A screen reader reads the fault out once it is there.
  const announced: Announced = { ...shared, errorProps: { role: "alert" } };
  const typed = {
    ...{
      ...announced,
      placeholder,
      defaultValue: shownText(field),
      required: isRequired,
      readOnly: isFixed,
      maxLength,
    },
    ...{ autoComplete: "off", spellCheck: kind === "prose" },
  };
  if (kind === "check") return <Checkbox {...shared} defaultChecked={value === true} />;
  if (kind === "choice" || kind === "numbers") {
    return <Choice field={field} announced={announced} isWatched={isWatched} chosen={chosen} />;
  }
  if (kind === "long") return <Textarea {...typed} rows={rows} />;
  if (kind in INPUT_MODES) {
    const plain = kind as keyof typeof INPUT_MODES;
    return <TextInput {...typed} type={kind === "email" ? "email" : "text"} inputMode={INPUT_MODES[plain]} />;
  }
  if (!Rare) throw new Error(`No field of the kind ${kind} is in a page itself.`);
  return <Rare field={field} fault={fault} announced={announced} />;
}

const INPUT_MODES = {
  number: "numeric",
  megabytes: "decimal",
  url: "url",
  email: undefined,
  text: undefined,
  prose: undefined,
  words: undefined,
} as const;

interface ChoiceProps extends Pick<FieldProps, "field" | "isWatched" | "chosen"> {
  announced: Announced;
}

/** A list of values, with the note on the chosen one. */
function Choice({ field, announced: { description, ...announced }, isWatched, chosen }: ChoiceProps) {
  const note = field.choices.find(({ value }) => value === chosen)?.note;
  const List = isWatched ? ScriptSelect : NativeSelect;
  return (
    <List
      {...announced}
      description={note ?? description}
      descriptionProps={{ "aria-live": "polite" }}
      data={field.choices.map(({ value, label }) => ({ value, label }))}
      defaultValue={shownText(field)}
    />
  );
}
