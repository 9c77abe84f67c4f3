"use client";

import { Button, Group } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { copyText } from "@/components/ui/copy-text";
import { Moment } from "@/components/ui/moment";
import { postJson } from "@/components/ui/post-json";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import classes from "./storage.module.css";

const HOUR = 3_600;
const LIFETIMES = [
  { value: String(HOUR), label: "1 hour" },
  { value: "300", label: "5 minutes" },
  { value: String(24 * HOUR), label: "1 day" },
  { value: String(7 * 24 * HOUR), label: "7 days" },
];
const FAILED = "The link couldn't be made. Check your connection and try again.";

interface Props {
  /** The address of the bucket. */
  address: string;
  objectKey: string;
  /** The address at which anyone reads it; `null` in a private bucket. */
  publicUrl: string | null;
}

interface Link {
  url: string;
  expiresAt: string;
}

/** Makes a link that anyone can open until it expires, and copies it. */
export function CopyLink({ address, objectKey, publicUrl }: Props) {
  const [seconds, setSeconds] = useState(String(HOUR));
  const [link, setLink] = useState<Link | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const copy = () => {
    const made = makeLink(address, objectKey, Number(seconds));
    made.then(
      (next) => {
        setRefusal(null);
        setLink(next);
      },
      (error: Error) => setRefusal(error.message),
    );
    copyText(
      made.then(({ url }) => ({ text: url, html: null })),
      "Link",
    );
  };
  return (
    <section aria-labelledby="links">
      <h3 id="links" className={classes.part}>
        Links
      </h3>
      {publicUrl !== null && <CopyField label="Public address" text={publicUrl} />}
      <Group gap="xs" align="flex-end" mt={publicUrl === null ? 0 : "sm"}>
        <ScriptSelect
          label="Expires after"
          data={LIFETIMES}
          value={seconds}
          onChange={(event) => setSeconds(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={copy}>
          Copy link
        </Button>
      </Group>
      <Refusal message={refusal} mb="xs" />
      {link && (
        <div className={classes.made}>
          <CopyField label="Link" text={link.url} />
          <p className={classes.meta}>
            Anyone with the link can read the object until <Moment at={link.expiresAt} form="exact" />.
          </p>
        </div>
      )}
    </section>
  );
}

/** Throws an error with the reason of a refusal. */
async function makeLink(address: string, key: string, expiresInSeconds: number): Promise<Link> {
  const answer = await postJson<Link>(`${address}/link`, { key, expiresInSeconds }, FAILED);
  if (!answer.isDone) throw new Error(answer.message);
  return answer.value;
}
