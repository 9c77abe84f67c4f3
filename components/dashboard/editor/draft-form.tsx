"use client";

import { Button, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { LinkAnchor } from "@/components/ui/link";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import type { Drafting } from "./drafting";

interface FormProps {
  drafting: Drafting;
  insert: (text: string) => void;
  close: () => void;
}

/** Describes the wish, and asks for a draft of it. The typed text stays after a refusal. */
export function DraftForm({ drafting: { projects, choices }, insert, close }: FormProps) {
  const [projectId, setProjectId] = useState(choices[0]?.id ?? "");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const asked = useRef<AbortController>(null);
  // A draft that comes once the dialog is closed isn't wanted any more.
  useEffect(() => () => asked.current?.abort(), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const prompt = String(new FormData(event.currentTarget).get("prompt") ?? "");
    const control = new AbortController();
    asked.current = control;
    setRefusal(null);
    setAsking(true);
    const answer = await askForDraft(`${projects}/${projectId}`, prompt, control.signal);
    setAsking(false);
    if (answer === null) return;
    if ("message" in answer) setRefusal(answer.message);
    else insert(draftText(answer));
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Draft with AI">
      <Stack gap="sm">
        <Refusal message={refusal} />
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
          The description goes to the language model that the operator has set up, and nothing else does. The draft is
          put into the editor: read it before you run it.{" "}
          <LinkAnchor inherit underline="always" href="/docs/ai-drafts">
            About AI drafts
          </LinkAnchor>
        </Text>
        <DialogButtons close={close}>
          <Button type="submit" loading={isAsking}>
            Draft
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

type DraftAnswer = { sql: string; warnings: string[] } | { message: string };

const FAILED = "The draft couldn't be asked for. Check your connection and try again.";

/** Asks a language model for SQL. Returns `null` when it was cancelled. */
async function askForDraft(address: string, prompt: string, signal: AbortSignal): Promise<DraftAnswer | null> {
  try {
    const response = await fetch(`${address}/draft-schema`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ prompt }),
      signal,
    });
    const answer = await response.json();
    return response.ok ? answer : { message: answer.error.message };
  } catch {
    return signal.aborted ? null : { message: FAILED };
  }
}

/** Returns a draft as it is put into the editor: what to look out for stands above it, as comments. */
function draftText({ sql, warnings }: { sql: string; warnings: readonly string[] }): string {
  return [...warnings.map((warning) => `-- ${warning.replaceAll(/\s+/g, " ")}`), sql.trim(), ""].join("\n");
}
