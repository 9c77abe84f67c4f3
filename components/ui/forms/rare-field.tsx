"use client";

import { PasswordInput } from "@mantine/core";
import type { FormField } from "@/lib/web/forms/resource";
import { AllOrSome } from "./all-or-some";
import type { Announced } from "./announced";
import { JsonField } from "./json-field";
import { MomentField } from "./moment-field";
import { RadiosField } from "./radios-field";

export interface RareProps {
  field: FormField;
  fault: string | null;
  announced: Announced;
}

/** A field of a kind that only dialogs have, whose code comes with theirs. */
export function RareField({ field, fault, announced }: RareProps) {
  const { kind, isRequired, maxLength } = field;
  if (kind === "radios") return <RadiosField field={field} fault={fault} />;
  if (kind === "moment") return <MomentField field={field} announced={announced} />;
  if (kind === "all-or-some") return <AllOrSome field={field} fault={fault} />;
  if (kind === "json") return <JsonField field={field} announced={announced} />;
  return (
    <PasswordInput
      {...announced}
      required={isRequired}
      maxLength={maxLength}
      autoComplete={kind === "new-password" ? "new-password" : "off"}
    />
  );
}
