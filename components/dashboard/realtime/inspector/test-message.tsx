"use client";

import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { noteSession } from "@/components/ui/session";
import type { Outcome } from "@/lib/web/resource";
import classes from "./inspector.module.css";

export type SendTest = (message: { topic: string; event: string; payload: unknown }) => Promise<Outcome>;

interface Props {
  topic: string;
  send: SendTest;
}

const NO_JSON = 'The payload must be JSON, such as { "x": 3 }.';

/** Sends a message to the inspected topic in the name of the app's server, to everyone who listens. */
export function TestMessage({ topic, send }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, begin] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const payload = readJson(String(form.get("payload")));
    if (payload === undefined) return setRefusal(NO_JSON);
    begin(async () => {
      const outcome = await send({ topic, event: String(form.get("event")), payload });
      setRefusal(outcome.isDone ? null : outcome.message);
      if (!outcome.isDone && outcome.isSignedOut) noteSession(true);
    });
  };
  return (
    <form onSubmit={submit} aria-label="Test message" className={classes.test}>
      <h2>Send a test message</h2>
      <p className="quiet">Everyone who listens to {topic} gets it, as from your server.</p>
      <Stack gap="sm">
        <Refusal message={refusal} />
        <TextInput name="event" label="Event" defaultValue="test" required maxLength={100} autoComplete="off" />
        <Textarea
          name="payload"
          label="Payload"
          description="JSON"
          defaultValue={'{ "text": "Hello" }'}
          rows={3}
          classNames={{ input: classes.code }}
          spellCheck={false}
        />
        <Group>
          <Button type="submit" variant="default" loading={isSending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
