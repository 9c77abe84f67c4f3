"use client";

import { useState } from "react";
import { byteText } from "@/lib/core/byte-text";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import classes from "./storage.module.css";
import { TextPreview } from "./text-preview";
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
