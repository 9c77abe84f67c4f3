"use client";

import { useEffect, useEffectEvent, useState } from "react";
import classes from "./storage.module.css";

interface Props {
  link: string;
  label: string;
  onFail: () => void;
}

const MAX_BYTES = 64 * 1024;

interface Start {
  text: string;
  isCut: boolean;
}

/** The start of a text, read from the content site. */
export function TextPreview({ link, label, onFail }: Props) {
  const [start, setStart] = useState<Start | null>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    const control = new AbortController();
    readStart(link, control.signal).then(setStart, () => !control.signal.aborted && fail());
    return () => control.abort();
  }, [link]);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard */}
      <section aria-label={label} aria-busy={start === null} tabIndex={0} className={classes.text}>
        {start?.text}
      </section>
      {start?.isCut && <p className={classes.meta}>The first 64 kB. Download the object for the rest.</p>}
    </div>
  );
}

/** Reads no more of a long text than is shown. */
async function readStart(link: string, signal: AbortSignal): Promise<Start> {
  const response = await fetch(link, { signal });
  if (!response.ok || !response.body) throw new Error("The content site refused the link.");
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    const room = MAX_BYTES - bytes;
    text += decoder.decode(value.subarray(0, room), { stream: true });
    bytes += value.length;
    if (bytes <= MAX_BYTES) continue;
    await reader.cancel();
    return { text, isCut: true };
  }
}
