"use client";

import { Textarea, TextInput } from "@mantine/core";
import { postJson } from "@/components/ui/post-json";
import { ScriptSelect } from "@/components/ui/script-select";
import { StatusWord } from "@/components/ui/status-word";
import type { Outcome } from "@/lib/web/resource";
import { AskBox } from "../../rules/ask-box";
import classes from "../../rules/rules.module.css";
import { ACTIONS } from "./draft-rule";

interface Props {
  /** The address of the bucket. */
  address: string;
  /** Whether the rules that are shown differ from those in force. */
  isUnsaved: boolean;
  /** Gets the index of the rule that decided, if any. */
  onExplained: (rule: number | null) => void;
}

/** Tries the policy: may someone do this with that key, and which rule says so. */
export function ExplainBox({ address, isUnsaved, onExplained }: Props) {
  return (
    <AskBox<Answer>
      title="Explain"
      submit="Explain"
      others={[{ value: "claims", label: "Someone with these claims", field: <Claims /> }]}
      ask={(form, who) => askToExplain(address, form, who)}
      onAnswered={(answer) => onExplained(answer?.rule ?? null)}
      shown={({ allowed, reason }) => (
        <p className={classes.answer}>
          <StatusWord kind={allowed ? "good" : "bad"}>{allowed ? "Allowed" : "Refused"}</StatusWord>
          {reason}
        </p>
      )}
      note={isUnsaved && <p className={classes.meta}>The saved policy answers. Save first to try your changes.</p>}
    >
      <ScriptSelect name="action" label="Action" data={[...ACTIONS]} />
      <TextInput
        name="key"
        label="Key"
        placeholder="users/ada/photo.png"
        maxLength={1_024}
        autoComplete="off"
        spellCheck={false}
      />
    </AskBox>
  );
}

function Claims() {
  return (
    <Textarea
      name="claims"
      label="Claims"
      description="A JSON object, as in a user's token"
      defaultValue={'{ "sub": "usr_…", "role": "editor" }'}
      rows={4}
      classNames={{ input: classes.code }}
      spellCheck={false}
    />
  );
}

interface Answer {
  allowed: boolean;
  rule: number | null;
  reason: string;
}

const FAILED = "The policy couldn't be asked. Check your connection and try again.";
const NO_CLAIMS = 'Claims must be a JSON object, such as { "sub": "usr_…" }.';

/** Asks for the answer of the saved policy of a bucket, or says why it can't be asked. */
async function askToExplain(address: string, form: FormData, who: string): Promise<Outcome<Answer>> {
  const claims = who === "claims" ? readObject(String(form.get("claims"))) : null;
  if (who === "claims" && claims === null) return { isDone: false, message: NO_CLAIMS };
  const asked = { action: form.get("action"), key: form.get("key"), claims };
  return postJson(`${address}/explain`, { ...asked, ...(who === "user" && { user: form.get("user") }) }, FAILED);
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
