"use client";

import { Loader, Text } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { EmptyState } from "@/components/ui/empty-state";
import { longTimeText } from "@/components/ui/figure-text";
import type { FormAction } from "@/components/ui/form-action";
import { filledForm } from "@/components/ui/forms/filled-form";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { firstSecond } from "@/components/ui/moment-text";
import { PageHeading } from "@/components/ui/page-heading";
import { PageLink } from "@/components/ui/page-link";
import { ScriptButton } from "@/components/ui/script-button";
import { StatusWord } from "@/components/ui/status-word";
import { TimedText } from "@/components/ui/timed-text";
import { useLiveStatus } from "@/components/ui/use-live-status";
import type { PastRestores as Listed, PastRestore } from "@/lib/hosting/past-restores/resource";
import type { Form } from "@/lib/web/forms/resource";
import { EventList, type PastEvent } from "./event-list";
import classes from "./past-restores.module.css";

interface Props {
  databaseName: string;
  /** The address of the organisation's databases. */
  base: string;
  listed: Listed;
  /** The events since there is a time to restore to, newest first. */
  events: readonly PastEvent[];
  /** The time that the page was opened to restore to; ISO 8601, UTC. */
  asked: string | null;
  canWrite: boolean;
  form: Form;
  restore: FormAction;
}

/** The page on which a database is restored to a time: the times to go back to, and how restores come along. */
export function PastRestores({ databaseName, base, listed, events, asked, canWrite, form, restore }: Props) {
  const { window, items } = listed;
  const [at, setAt] = useState(asked ?? window?.to ?? null);
  const [isOpen, setOpen] = useState(canWrite && asked !== null);
  useLiveStatus(items.some(({ status }) => status === "provisioning"));
  const ask = (time: string | null) => {
    setAt(time);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const askForNewest = () => ask(window?.to ?? null);
  useCommand({ id: "restore-to-time", label: form.submit, keys: "c", isOn: canWrite }, askForNewest);
  const text = `Makes a new database of ${databaseName} as it was, with a password of its own. ${databaseName} stays as it is and in use.`;
  return (
    <>
      <PageHeading title={form.title}>
        {canWrite && (
          <ScriptButton leftSection={<IconRestore size={16} aria-hidden />} onClick={askForNewest} title="Restore (C)">
            {form.submit}
          </ScriptButton>
        )}
      </PageHeading>
      <Reach listed={listed} />
      <RestoreList base={base} restores={items} />
      <h2 className={classes.heading}>What happened</h2>
      {events.length > 0 ? (
        <EventList events={events} ask={canWrite ? ask : null} />
      ) : (
        <EmptyState
          title="Nothing happened yet"
          text="Statements run in the dashboard, restore points, branches and deployments of functions appear here, so that you find the time before them."
        />
      )}
      <FormDialog form={filledForm({ ...form, text }, { at })} action={restore} isOpen={isOpen} close={close} />
    </>
  );
}

/** Without backups, nothing may look as if there were any. */
function NoBackup() {
  return (
    <>
      {" These times are kept on the same disk as the database, and are lost with it: they are no backup. "}
      <LinkAnchor href="/docs/backups#without-backups" underline="always">
        How to set up backups
      </LinkAnchor>
      .
    </>
  );
}

/** The times there are to go back to, and how long that takes. */
function Reach({ listed: { source, window, lastSeconds, estimatedSeconds } }: { listed: Listed }) {
  return (
    <Text c="dimmed" mb="md">
      {window === null ? (
        "Nothing of this database is kept at the moment."
      ) : (
        <>
          Any second from <Moment at={firstSecond(window.from)} form="second" /> to{" "}
          <Moment at={window.to} form="second" />
          {window.gaps.length > 0 && ", except for times that were lost: "}
          {window.gaps.map(({ from, until }, index) => (
            <Fragment key={from}>
              {index > 0 && ", "}
              after <Moment at={from} form="second" /> and before <Moment at={firstSecond(until)} form="second" />
            </Fragment>
          ))}
          .
        </>
      )}
      {source === "local_window" && <NoBackup />}
      {lastSeconds !== null && ` The last recovery took ${longTimeText(lastSeconds)}.`}
      {estimatedSeconds !== null && ` A restore takes about ${longTimeText(estimatedSeconds)} now.`}
    </Text>
  );
}

/** The restores of a database with how far each is, newest first. Nothing without any. */
function RestoreList({ base, restores }: { base: string; restores: readonly PastRestore[] }) {
  if (restores.length === 0) return null;
  return (
    <>
      <h2 className={classes.heading}>Restores</h2>
      <ul className="plain-list" aria-label="Restores">
        {restores.map((restore) => (
          <li key={restore.id} className={classes.row} data-row>
            <PageLink href={`${base}/${restore.id}`} className={classes.name}>
              {restore.name}
            </PageLink>
            <span className={classes.label}>
              as of <Moment at={restore.at} form="second" />
            </span>
            <Standing of={restore} />
          </li>
        ))}
      </ul>
    </>
  );
}

const STEPS = {
  waiting: "Waiting for its turn",
  fetching: "Fetching its files",
  replaying: "Replaying changes",
  copying: "Copying the database",
} as const satisfies Record<NonNullable<PastRestore["step"]>, string>;

function Standing({ of: { status, step, failureReason } }: { of: PastRestore }) {
  if (status === "failed") {
    return (
      <span className={classes.standing} data-failed>
        <StatusWord kind="bad">Failed</StatusWord>
        {failureReason !== null && <TimedText text={failureReason} />}
      </span>
    );
  }
  if (step === null) {
    return (
      <span className={classes.standing}>
        <StatusWord kind="good">Restored</StatusWord>
      </span>
    );
  }
  return (
    <span className={classes.standing} role="status">
      {step !== "waiting" && <Loader size="xs" aria-hidden />}
      {STEPS[step]}
    </span>
  );
}
