"use client";

import { ScriptButton } from "@/components/ui/script-button";
import { FormOpener } from "./form-opener";
import { createEnumForm } from "./forms/type-forms";

/** The button that creates an enum, with its form. `home` is the address of the database. */
export function CreateEnum({ databaseId, home }: { databaseId: string; home: string }) {
  return (
    <FormOpener databaseId={databaseId} home={home} undoVerbs={null}>
      {(open) => (
        <ScriptButton onClick={() => open(createEnumForm(`${home}/tables/objects?kind=types`))}>
          Create enum
        </ScriptButton>
      )}
    </FormOpener>
  );
}
