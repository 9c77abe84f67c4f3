"use client";

import { useEffect, useState } from "react";
import { Consequences } from "@/components/ui/consequences";
import { countText } from "@/components/ui/figure-text";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import { byteText } from "@/lib/core/byte-text";
import type { ObjectChanges } from "./changes";

interface Props {
  /** The address of the bucket. */
  address: string;
  folder: string;
  remove: ObjectChanges["removeFolder"];
  close: () => void;
  onDone: (done: string) => void;
}

interface Measured {
  count: number;
  bytes: number;
  isCut: boolean;
}

/** Says how much lies below a folder, has its name typed, and deletes it all. */
export function DeleteFolder({ address, folder, remove, close, onDone }: Props) {
  const measured = useMeasured(address, folder);
  const removeAll = async (): ReturnType<FormAction<number>> => {
    let deleted = 0;
    for (;;) {
      const outcome = await remove(folder);
      if (!outcome.isDone) return outcome;
      deleted += outcome.value.deleted;
      if (outcome.value.done) return { isDone: true, value: deleted };
    }
  };
  return (
    <FieldForm
      form={{ title: "Delete folder", submit: "Delete folder", isDestructive: true, fields: [] }}
      action={removeAll}
      close={close}
      onDone={(deleted) => onDone(`Deleted ${folder} with ${countText(deleted, "object")}.`)}
      toType={folder}
    >
      <Consequences
        goes={goesWords(folder, measured)}
        stays="Objects in other folders, and the audit log."
        undo="This can't be undone."
      />
    </FieldForm>
  );
}

function goesWords(folder: string, measured: Measured | null): string {
  if (measured === null) return `Everything below ${folder}.`;
  const { count, bytes, isCut } = measured;
  if (isCut) return `More than ${countText(count, "object")} below ${folder}.`;
  return `${countText(count, "object")} below ${folder}, together ${byteText(bytes)}, and every link to ${count === 1 ? "it" : "them"}.`;
}

/** Returns how much lies below the folder once that is known. */
function useMeasured(address: string, folder: string): Measured | null {
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const control = new AbortController();
    fetch(`${address}/measure?${new URLSearchParams({ prefix: folder })}`, { signal: control.signal })
      .then(async (response) => response.ok && setMeasured(await response.json()))
      // The dialog names the loss without the figures.
      .catch(() => undefined);
    return () => control.abort();
  }, [address, folder]);
  return measured;
}
