"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { showRefusal } from "@/components/ui/announce";
import type { Outcome } from "@/lib/web/resource";
import { JsonDialog } from "./json-dialog";

interface Props {
  jsonSchema: string | null;
  setJsonSchema: (jsonSchema: string | null) => Promise<Outcome<unknown>>;
  onClose: () => void;
}

const FIRST = `{
  "type": "object",
  "required": [],
  "properties": {
  }
}`;

/**
 * A dialog that edits the JSON Schema of a collection, which documents that are written in the dashboard must match.
 */
export function SchemaDialog({ jsonSchema, setJsonSchema, onClose }: Props) {
  const router = useRouter();
  const [isRemoving, start] = useTransition();
  const set = async (text: string | null): Promise<string | null> => {
    const outcome = await setJsonSchema(text);
    if (!outcome.isDone) return outcome.message;
    router.refresh();
    return null;
  };
  const remove = () =>
    start(async () => {
      const refusal = await set(null);
      if (refusal === null) onClose();
      else showRefusal(refusal);
    });
  return (
    <JsonDialog
      title="Schema of documents"
      label="JSON Schema"
      text={jsonSchema ?? FIRST}
      hint={
        <>
          JSON Schema 2020-12, or draft-07 if $schema says so. From now on, documents added, edited or imported here
          must match it. Existing documents and those your apps write aren't checked. The schema is stored as a comment
          on the column.
        </>
      }
      extra={
        jsonSchema !== null && (
          <Button variant="subtle" color="red" loading={isRemoving} onClick={remove}>
            Remove schema
          </Button>
        )
      }
      save="Save schema"
      onSave={set}
      onClose={onClose}
    />
  );
}
