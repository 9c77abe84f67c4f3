"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { untilHydrated } from "./until-hydrated";

interface Props extends ButtonProps {
  onClick: () => void;
  "aria-label"?: string;
  /** The tooltip, which has the button's key. */
  title?: string;
  children: ReactNode;
}

/** A button that needs JavaScript. It is marked as disabled until the page is hydrated. */
export function ScriptButton(props: Props) {
  return <Button {...props} {...untilHydrated} />;
}
