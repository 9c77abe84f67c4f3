"use client";

import { lazy, Suspense, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { ScriptButton } from "@/components/ui/script-button";
import { createEnumForm } from "./forms/type-forms";
import { useOffer } from "./use-offer";

const FormDialog = lazy(() => import("./form-dialog"));

/** The button that creates an enum, with its form. `home` is the address of the database. */
export function CreateEnum({ databaseId, home }: { databaseId: string; home: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { offer } = useOffer();
  const form = createEnumForm();
  return (
    <>
      <ScriptButton onClick={() => setIsOpen(true)}>Create enum</ScriptButton>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={form.title} size="lg">
        {isOpen && (
          <Suspense>
            <FormDialog
              databaseId={databaseId}
              editor={`${home}/sql`}
              form={form}
              onClose={() => setIsOpen(false)}
              onDone={({ change }) => {
                setIsOpen(false);
                offer(form.done, change, `${home}/tables/objects?kind=types`);
              }}
            />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
