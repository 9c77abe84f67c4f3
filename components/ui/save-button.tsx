"use client";

import { Button } from "@mantine/core";
import { useFormStatus } from "react-dom";
import classes from "./save-button.module.css";
import { useHydrated } from "./use-hydrated";

interface Props {
  /** Whether something in the form is not saved yet. */
  differs: boolean;
  isSaving?: boolean;
}

/** The button that saves a form once something in it differs. Without scripts, it always does. */
export function SaveButton({ differs, isSaving = false }: Props) {
  const isHydrated = useHydrated();
  const { pending } = useFormStatus();
  return (
    <Button
      type="submit"
      loading={isSaving || pending}
      disabled={isHydrated && !differs}
      className={classes.button}
      mod={{ early: !isHydrated }}
      title="Ctrl+S, ⌘S on a Mac"
    >
      Save
    </Button>
  );
}
