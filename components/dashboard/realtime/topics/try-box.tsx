"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import { StatusWord } from "@/components/ui/status-word";
import { untilHydrated } from "@/components/ui/until-hydrated";
import type { TopicAnswer, TopicRule } from "@/lib/services/realtime/sockets/resource";
import classes from "../../rules/rules.module.css";

interface Props {
  /** The address that answers. */
  address: string;
  /** The rules on the page, saved or not. */
  topics: () => TopicRule[];
  /** Gets the place of the rule that decided, if any. */
  onTried: (rule: number | null) => void;
}

const WHO = [
  { value: "visitor", label: "A visitor who isn't signed in" },
  { value: "user", label: "A user of the project" },
];

/** Tries the rules: the permissions of someone in a topic, and the rule behind them. */
export function TryBox({ address, topics, onTried }: Props) {
  const [who, setWho] = useState("visitor");
  const [answer, setAnswer] = useState<TopicAnswer | { message: string } | null>(null);
  const [isAsking, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "").trim();
    start(async () => {
      const user = who === "user" ? field("user") : null;
      const next = await askToTry(address, { topics: topics(), topic: field("topic"), user });
      setAnswer(next);
      onTried("rule" in next ? next.rule : null);
    });
  };
  return (
    <section aria-labelledby="try-topic" className={classes.explain}>
      <h2 id="try-topic">Try the rules</h2>
      <form onSubmit={submit} aria-label="Try the rules">
        <Stack gap="sm">
          <TextInput
            name="topic"
            label="Topic"
            placeholder="room:1"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <ScriptSelect label="By" data={WHO} value={who} onChange={(event) => setWho(event.currentTarget.value)} />
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
          <div>
            <Button type="submit" variant="default" loading={isAsking} {...untilHydrated}>
              Try
            </Button>
          </div>
        </Stack>
      </form>
      {answer && "message" in answer && <Refusal message={answer.message} />}
      <div role="status">{answer && "rule" in answer && <Answer answer={answer} />}</div>
    </section>
  );
}

function Answer({ answer }: { answer: TopicAnswer }) {
  const { subscribe, publish, presence, servers } = answer;
  return (
    <div className={classes.answer}>
      <p className={classes.reason}>{reasonOf(answer)}</p>
      <May may={subscribe}>{subscribe ? "Listens" : "Doesn't listen"}</May>
      <May may={publish}>{publish ? "Sends messages" : "Sends no messages"}</May>
      <May may={presence}>{presence ? "Shows presence, and sees others' presence" : "Shows no presence"}</May>
      <May may={servers}>{servers ? "Your servers send messages" : "Your servers can't send"}</May>
    </div>
  );
}

function May({ may, children }: { may: boolean; children: string }) {
  return <StatusWord kind={may ? "good" : "quiet"}>{children}</StatusWord>;
}

function reasonOf({ rule, isOthers }: TopicAnswer): string {
  if (rule === null) return "No rule fits this topic, so no one uses it.";
  const decides = `Rule ${rule + 1} decides.`;
  return isOthers ? `${decides} It's the topic of another user.` : decides;
}

interface Asked {
  topics: readonly TopicRule[];
  topic: string;
  /** The ID or the email address of a user; `null` for a visitor. */
  user: string | null;
}

const FAILED = "The rules couldn't be tried. Check your connection and try again.";
const WRONG = "Correct the rules and the topic first: a topic is like room:1.";

/** Asks for the answer of the rules on the page, or says why they can't be tried. */
async function askToTry(address: string, asked: Asked): Promise<TopicAnswer | { message: string }> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok) return answer as TopicAnswer;
  if (answer?.error?.code === "invalid_request") return { message: WRONG };
  return { message: answer?.error?.message ?? FAILED };
}
