"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated";

interface Props extends ButtonProps {
  onClick: () => void;
  "aria-label"?: string;
  children: ReactNode;
}

/** A button that only a script answers; until one does, it says that it cannot be used yet. */
export function ScriptButton(props: Props) {
  return <Button {...props} aria-disabled={useHydrated() ? undefined : true} />;
}
