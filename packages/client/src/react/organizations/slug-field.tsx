"use client";

import type { ReactNode } from "react";
import { Field } from "../forms/fields";
import { useText } from "../use-text";
import { SLUG_PATTERN } from "./slug-of";

interface SlugFieldProps {
  defaultValue?: string;
  onTyped?: (slug: string) => void;
}

export function SlugField({ defaultValue, onTyped }: SlugFieldProps): ReactNode {
  const text = useText();
  return (
    <Field
      name="slug"
      type="text"
      label={text("organization.slug")}
      hint={text("organization.slugHint")}
      autoComplete="off"
      autoCapitalize="none"
      pattern={SLUG_PATTERN}
      maxLength={64}
      defaultValue={defaultValue}
      onInput={(event) => onTyped?.(event.currentTarget.value)}
      invalidFor={["organization_already_exists", "organization_slug_already_taken"]}
    />
  );
}
