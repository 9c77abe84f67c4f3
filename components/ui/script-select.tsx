"use client";

import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { untilHydrated } from "./until-hydrated";

/** A choice that only scripts answer, so that a choice made before they are there is not lost. */
export function ScriptSelect(props: NativeSelectProps) {
  return <NativeSelect {...props} {...untilHydrated} />;
}
