import type { ReactNode } from "react";

/** The props of a field of any kind: its label, its note and its refusal, which a screen reader reads out. */
export interface Announced {
  name: string;
  label: ReactNode;
  description: ReactNode;
  error: string | null;
  errorProps: { role: string };
  "data-autofocus"?: boolean;
}
