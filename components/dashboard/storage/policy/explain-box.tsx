"use client";

import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import { StatusWord } from "@/components/ui/status-word";
import { untilHydrated } from "@/components/ui/until-hydrated";
import classes from "../../rules/rules.module.css";
import { type Answer, type Asked, askToExplain } from "./ask-to-explain";
import { ACTIONS } from "./draft-rule";

interface Props {
  /** The address of the bucket. */
  address: string;
  /** Whether the rules that are shown differ from those in force. */
  isUnsaved: boolean;
  /** Gets the index of the rule that decided, if any. */
  onExplained: (rule: number | null) => void;
}

const WHO = [
  { value: "visitor", label: "A visitor who isn't signed in" },
  { value: "user", label: "A user of the project" },
  { value: "claims", label: "Someone with these claims" },
];

/** Tries the policy: may someone do this with that key, and which rule says so. */
export function ExplainBox({ address, isUnsaved, onExplained }: Props) {
  const [who, setWho] = useState<Asked["who"]>("visitor");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isAsking, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "");
    start(async () => {
      const next = await askToExplain(address, {
        ...{ action: field("action"), key: field("key"), who, user: field("user"), claims: field("claims") },
      });
      setAnswer(next);
      onExplained("rule" in next ? next.rule : null);
    });
  };
  return (
    <section aria-labelledby="explain" className={classes.explain}>
      <h2 id="explain">Explain</h2>
      <form onSubmit={submit} aria-label="Explain">
        <Stack gap="sm">
          <ScriptSelect name="action" label="Action" data={[...ACTIONS]} />
          <TextInput
            name="key"
            label="Key"
            placeholder="users/ada/photo.png"
            maxLength={1_024}
            autoComplete="off"
            spellCheck={false}
          />
          <ScriptSelect
            label="By"
            data={WHO}
            value={who}
            onChange={(event) => setWho(event.currentTarget.value as Asked["who"])}
          />
          {who === "user" && (
            <TextInput
              name="user"
              label="User"
              placeholder="ada@example.com or usr_…"
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          {who === "claims" && (
            <Textarea
              name="claims"
              label="Claims"
              description="A JSON object, as in a user's token"
              defaultValue={'{ "sub": "usr_…", "role": "editor" }'}
              rows={4}
              classNames={{ input: classes.code }}
              spellCheck={false}
            />
          )}
          <div>
            <Button type="submit" variant="default" loading={isAsking} {...untilHydrated}>
              Explain
            </Button>
          </div>
        </Stack>
      </form>
      {isUnsaved && <p className={classes.meta}>The saved policy answers. Save first to try your changes.</p>}
      {answer && "message" in answer && <Refusal message={answer.message} />}
      <div role="status">
        {answer && "reason" in answer && (
          <p className={classes.answer}>
            <StatusWord kind={answer.allowed ? "good" : "bad"}>{answer.allowed ? "Allowed" : "Refused"}</StatusWord>
            {answer.reason}
          </p>
        )}
      </div>
    </section>
  );
}
