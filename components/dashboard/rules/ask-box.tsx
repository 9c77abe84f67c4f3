"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import { untilHydrated } from "@/components/ui/until-hydrated";
import type { Outcome } from "@/lib/web/resource";
import classes from "./rules.module.css";

interface Props<Answer> {
  /** The title, also of the form. */
  title: string;
  submit: string;
  /** Kinds of askers besides visitors and users, each with its field. */
  others?: readonly { value: string; label: string; field: ReactNode }[];
  /** Asks for the answer by the submitted fields and the kind of asker. */
  ask: (form: FormData, who: string) => Promise<Outcome<Answer>>;
  /** Gets each answer; `null` for a refusal. */
  onAnswered: (answer: Answer | null) => void;
  /** Draws an answer. */
  shown: (answer: Answer) => ReactNode;
  /** The fields of the question. */
  children: ReactNode;
  note?: ReactNode;
}

const WHO = [
  { value: "visitor", label: "A visitor who isn't signed in" },
  { value: "user", label: "A user of the project" },
];

/** Asks rules a question on someone's behalf, and shows the answer. */
export function AskBox<Answer>({ title, submit, others = [], ask, onAnswered, shown, children, note }: Props<Answer>) {
  const [who, setWho] = useState("visitor");
  const [outcome, setOutcome] = useState<Outcome<Answer> | null>(null);
  const [isAsking, start] = useTransition();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    start(async () => {
      const next = await ask(form, who);
      setOutcome(next);
      onAnswered(next.isDone ? next.value : null);
    });
  };
  return (
    <section aria-labelledby="ask-rules" className={classes.explain}>
      <h2 id="ask-rules">{title}</h2>
      <form onSubmit={send} aria-label={title}>
        <Stack gap="sm">
          {children}
          <ScriptSelect
            label="By"
            data={[...WHO, ...others.map(({ value, label }) => ({ value, label }))]}
            value={who}
            onChange={(event) => setWho(event.currentTarget.value)}
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
          {others.find(({ value }) => value === who)?.field}
          <div>
            <Button type="submit" variant="default" loading={isAsking} {...untilHydrated}>
              {submit}
            </Button>
          </div>
        </Stack>
      </form>
      {note}
      <Refusal message={outcome?.isDone === false ? outcome.message : null} />
      <div role="status">{outcome?.isDone && shown(outcome.value)}</div>
    </section>
  );
}
