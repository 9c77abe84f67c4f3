"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { byteText } from "@/lib/core/byte-text";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import classes from "./storage.module.css";
import { nameIn } from "./words";

interface Props {
  object: StoredObject;
  /** A link to its bytes, on the content site. */
  link: string;
}

/** A larger picture takes too long to be looked at in passing. */
const MAX_IMAGE_BYTES = 20 * 1024 ** 2;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript|yaml|toml|sql|.+\+(?:json|xml))(?:;|$))/;

/** The content of an object: a picture, a sound, a video or the start of a text. */
export function ObjectPreview({ object: { key, size, contentType }, link }: Props) {
  const [isBroken, setBroken] = useState(false);
  const label = `Preview of ${nameIn(key)}`;
  const fail = () => setBroken(true);
  if (size === 0) return <p className={classes.noPreview}>The object is empty.</p>;
  if (isBroken) return <p className={classes.noPreview}>The preview couldn't be shown. Download the object instead.</p>;
  if (contentType.startsWith("image/")) {
    if (size > MAX_IMAGE_BYTES) {
      return <p className={classes.noPreview}>{byteText(size)} is too large for a preview.</p>;
    }
    // biome-ignore lint/performance/noImgElement: it comes from the content site, whose bytes aren't to pass this service
    return <img src={link} alt={label} className={classes.preview} onError={fail} />;
  }
  if (contentType.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: customers' files have no captions
    return <audio src={link} controls preload="metadata" aria-label={label} className={classes.sound} onError={fail} />;
  }
  if (contentType.startsWith("video/")) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers' files have no captions
      <video src={link} controls preload="metadata" aria-label={label} className={classes.preview} onError={fail} />
    );
  }
  if (TEXT.test(contentType)) return <TextPreview link={link} label={label} onFail={fail} />;
  return <p className={classes.noPreview}>No preview for this type.</p>;
}

interface TextPreviewProps {
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
function TextPreview({ link, label, onFail }: TextPreviewProps) {
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
