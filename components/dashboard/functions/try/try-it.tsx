"use client";

import { useEffect, useRef, useState } from "react";
import { Refusal } from "@/components/ui/refusal";
import { StatusWord } from "@/components/ui/status-word";
import { byteText } from "@/lib/core/byte-text";
import type { FunctionLogEntry } from "@/lib/services/functions/logs/resource";
import { LogList } from "../logs/log-list";
import { durationWords } from "../words";
import { askFunction, type TryAnswer, type TryRequest } from "./ask";
import classes from "./try.module.css";
import { TryForm } from "./try-form";

interface Props {
  /** The address of the function's pages. */
  home: string;
  userSearch: string;
  access: "public" | "signed-in" | "server";
}

/** Calls the function as someone, and shows its answer and its log. */
export function TryIt({ home, userSearch, access }: Props) {
  const [answer, setAnswer] = useState<TryAnswer | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const stop = () => {
    running.current.abort();
    setIsRunning(false);
  };
  const send = async (request: TryRequest) => {
    running.current.abort();
    const mine = new AbortController();
    running.current = mine;
    setAnswer(null);
    setIsRunning(true);
    await askFunction(`${home}/try/run`, request, setAnswer, mine.signal);
    if (running.current === mine) setIsRunning(false);
  };
  return (
    <div className={classes.page}>
      <TryForm
        userSearch={userSearch}
        access={access}
        isRunning={isRunning}
        send={(request) => void send(request)}
        stop={stop}
      />
      <section aria-labelledby="answer" className={classes.answer}>
        <h2 id="answer">Answer</h2>
        {answer ? (
          <>
            <Answer answer={answer} isRunning={isRunning} />
            {answer.invocation !== null && !isRunning && (
              <InvocationLog key={answer.invocation} address={`${home}/logs/entries`} invocation={answer.invocation} />
            )}
          </>
        ) : (
          <p className={classes.none}>
            {isRunning
              ? "Waiting for the answer …"
              : "Send a request. It passes the same gates and counts against the same limits as one of your app."}
          </p>
        )}
      </section>
    </div>
  );
}

const EVERY_MS = 400;
const MOST_TURNS = 20;

/** The log of the call, which is written some moments after it. */
function InvocationLog({ address, invocation }: { address: string; invocation: string }) {
  const [entries, setEntries] = useState<readonly FunctionLogEntry[]>([]);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let turns = 0;
    const read = async () => {
      turns += 1;
      const response = await fetch(`${address}?${new URLSearchParams({ invocation })}`).catch(() => null);
      const items: FunctionLogEntry[] = response?.ok ? (await response.json()).items : [];
      setEntries(items.toReversed());
      if (turns < MOST_TURNS && !items.some(({ kind }) => kind === "invocation")) timer = setTimeout(read, EVERY_MS);
      else setIsOver(true);
    };
    let timer = setTimeout(read, EVERY_MS);
    return () => clearTimeout(timer);
  }, [address, invocation]);
  return (
    <section aria-labelledby="log-of-call">
      <h2 id="log-of-call">Log</h2>
      {entries.length > 0 ? (
        <LogList entries={entries} />
      ) : (
        <p className={classes.meta}>{isOver ? "It logged nothing." : "Waiting for the log …"}</p>
      )}
    </section>
  );
}

/** The function's answer, as far as it has come. */
function Answer({ answer, isRunning }: { answer: TryAnswer; isRunning: boolean }) {
  const { status, headers, body, isBinary, bytes, durationMs, refusal } = answer;
  return (
    <>
      <div className={classes.head} role="status">
        {status !== null && <StatusWord kind={status >= 400 ? "bad" : "good"}>{status}</StatusWord>}
        {durationMs !== null && <span>{durationWords(durationMs)}</span>}
        {bytes !== null && <span>{byteText(bytes)}</span>}
        {isRunning && <span className={classes.meta}>Running …</span>}
      </div>
      <Refusal message={refusal} />
      {status !== null && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled by the keyboard too */}
          <section className={classes.body} tabIndex={0} aria-label="Body">
            {isBinary ? "The body isn't text." : body === "" ? "Empty" : body}
          </section>
          <details className={classes.headers}>
            <summary>Headers ({headers.length})</summary>
            <pre className={classes.body}>{headers.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
          </details>
        </>
      )}
    </>
  );
}
