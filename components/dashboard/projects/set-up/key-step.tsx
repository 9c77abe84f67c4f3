"use client";

import { Button } from "@mantine/core";
import { useState, useTransition } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { ErrorLine } from "@/components/ui/error-line";
import { LinkAnchor } from "@/components/ui/link";
import type { Outcome } from "@/lib/web/resource";
import classes from "./set-up.module.css";

interface Props {
  /** The number of public keys that can be used already. */
  existing: number;
  /** The page of the project's keys. */
  keysPage: string;
  /** The key that was created here; `null` before. */
  secret: string | null;
  /** Creates a key; `null` for a member who may not. */
  create: (() => Promise<Outcome<{ secret: string }>>) | null;
  show: (secret: string) => void;
}

/** Creates the public key that the code below then holds. */
export function KeyStep({ existing, keysPage, secret, create, show }: Props) {
  const [isWorking, start] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <>
        <CopyField label="Public key" text={secret} />
        <p className={classes.meta}>It's filled in below. Copy it now: it's shown only once.</p>
      </>
    );
  }
  if (!create) return <p>Ask a developer, admin or owner of the organisation for a public key.</p>;
  const make = () =>
    start(async () => {
      const outcome = await create();
      setRefusal(outcome.isDone ? null : outcome.message);
      if (outcome.isDone) show(outcome.value.secret);
    });
  return (
    <>
      <p>Your app's pages send it with every request. It's safe in a browser.</p>
      <div>
        <Button variant="default" onClick={make} loading={isWorking}>
          Create public key
        </Button>
      </div>
      {existing > 0 && (
        <p className={classes.meta}>
          The project has {existing === 1 ? "1 public key" : `${existing} public keys`} already, which can't be shown
          again. <LinkAnchor href={keysPage}>Keys</LinkAnchor>
        </p>
      )}
      {refusal !== null && <ErrorLine message={refusal} />}
    </>
  );
}
