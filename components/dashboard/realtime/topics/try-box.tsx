"use client";

import { TextInput } from "@mantine/core";
import { postJson } from "@/components/ui/post-json";
import { StatusWord } from "@/components/ui/status-word";
import type { TopicAnswer, TopicRule } from "@/lib/services/realtime/sockets/resource";
import type { Outcome } from "@/lib/web/resource";
import { AskBox } from "../../rules/ask-box";
import classes from "../../rules/rules.module.css";

interface Props {
  /** The address that answers. */
  address: string;
  /** The rules on the page, saved or not. */
  topics: () => TopicRule[];
  /** Gets the place of the rule that decided, if any. */
  onTried: (rule: number | null) => void;
}

/** Tries the rules: the permissions of someone in a topic, and the rule behind them. */
export function TryBox({ address, topics, onTried }: Props) {
  const ask = (form: FormData, who: string) => {
    const text = (name: string) => String(form.get(name)).trim();
    return askToTry(address, { topics: topics(), topic: text("topic"), user: who === "user" ? text("user") : null });
  };
  return (
    <AskBox<TopicAnswer>
      title="Try the rules"
      submit="Try"
      ask={ask}
      onAnswered={(answer) => onTried(answer?.rule ?? null)}
      shown={(answer) => <Answer answer={answer} />}
    >
      <TextInput
        name="topic"
        label="Topic"
        placeholder="room:1"
        required
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
    </AskBox>
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
async function askToTry(address: string, asked: Asked): Promise<Outcome<TopicAnswer>> {
  const answer = await postJson<TopicAnswer>(address, asked, FAILED);
  return !answer.isDone && answer.code === "invalid_request" ? { isDone: false, message: WRONG } : answer;
}
