"use client";

import { lazy, type ReactNode, Suspense } from "react";
import type { FieldFormProps } from "./opened-form";

const OpenedForm = lazy(loadFieldForm) as unknown as <Value>(props: FieldFormProps<Value>) => ReactNode;

/** Loads the code of forms, so that a dialog finds it once it opens. */
export function loadFieldForm() {
  return import("./opened-form");
}

/** The content of a dialog with a form. Its code is loaded when the first one opens. */
export function FieldForm<Value>(props: FieldFormProps<Value>) {
  return (
    <Suspense>
      <OpenedForm {...props} />
    </Suspense>
  );
}
