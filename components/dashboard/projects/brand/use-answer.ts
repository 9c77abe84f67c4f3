"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

const PAUSE_MS = 150;

/**
 * Returns the answer of a preview's handler to the body, asked anew once the typing pauses; the last answer stays where
 * a value is refused. A new `version` asks anew too.
 */
export function useAnswer<Answer extends object>(address: string, body: object, version: string | null = null) {
  const [asked] = useDebouncedValue(JSON.stringify(body), PAUSE_MS);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is part of the service's answer
  useEffect(() => {
    const control = new AbortController();
    ask<Answer>(address, asked, control.signal)
      .then((read) => {
        if ("refusal" in read) return setProblem(`The preview shows the last valid settings. ${read.refusal}`);
        setAnswer(read);
        setProblem(null);
      })
      .catch(() => {
        if (!control.signal.aborted) setProblem("The preview didn't load. Check your connection.");
      });
    return () => control.abort();
  }, [address, asked, version]);
  return { answer, problem };
}

async function ask<Answer extends object>(
  address: string,
  body: string,
  signal: AbortSignal,
): Promise<Answer | { refusal: string }> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body, signal });
  const read = (await answer.json()) as Answer | { error: { message: string } };
  return "error" in read ? { refusal: read.error.message } : read;
}
