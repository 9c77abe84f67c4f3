"use client";

import { Text, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { FieldForm } from "@/components/ui/forms/field-form";
import { LinkAnchor } from "@/components/ui/link";
import { postJson } from "@/components/ui/post-json";
import { ScriptSelect } from "@/components/ui/script-select";
import type { Drafting } from "./drafting";

interface FormProps {
  drafting: Drafting;
  insert: (text: string) => void;
  close: () => void;
}

const FORM = { title: "Draft with AI", submit: "Draft", fields: [] };
const FAILED = "The draft couldn't be asked for. Check your connection and try again.";

/** Describes the wish, and asks for a draft of it. The typed text stays after a refusal. */
export function DraftForm({ drafting: { projects, choices }, insert, close }: FormProps) {
  const [projectId, setProjectId] = useState(choices[0]?.id ?? "");
  const asked = useRef<AbortController>(null);
  // A draft that comes once the dialog is closed isn't wanted any more.
  useEffect(() => () => asked.current?.abort(), []);
  const ask = (_: unknown, form: FormData) => {
    asked.current = new AbortController();
    const body = { prompt: String(form.get("prompt")) };
    return postJson<Draft>(`${projects}/${projectId}/draft-schema`, body, FAILED, asked.current.signal);
  };
  return (
    <FieldForm form={FORM} action={ask} close={close} onDone={(draft) => insert(draftText(draft))}>
      <Textarea
        name="prompt"
        label="Purpose of the schema"
        placeholder="Books, authors and loans"
        rows={3}
        required
        maxLength={4_000}
        data-autofocus
      />
      {choices.length > 1 && (
        <ScriptSelect
          label="Counts against"
          data={choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          onChange={(event) => setProjectId(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        The description goes to the language model that the operator has set up, and nothing else does. The draft is put
        into the editor: read it before you run it.{" "}
        <LinkAnchor inherit underline="always" href="/docs/ai-drafts">
          About AI drafts
        </LinkAnchor>
      </Text>
    </FieldForm>
  );
}

interface Draft {
  sql: string;
  warnings: readonly string[];
}

/** Returns a draft as it is put into the editor: what to look out for stands above it, as comments. */
function draftText({ sql, warnings }: Draft): string {
  return [...warnings.map((warning) => `-- ${warning.replaceAll(/\s+/g, " ")}`), sql.trim(), ""].join("\n");
}
