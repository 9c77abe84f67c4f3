import { Loader } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { StatusWord } from "@/components/ui/status-word";
import type { PastRestore } from "@/lib/hosting/past-restores/resource";
import classes from "./past-restores.module.css";

/** The restores of a database with how far each is, newest first. Nothing without any. */
export function RestoreList({ base, restores }: { base: string; restores: readonly PastRestore[] }) {
  if (restores.length === 0) return null;
  return (
    <>
      <h2 className={classes.heading}>Restores</h2>
      <ul className={classes.list} aria-label="Restores">
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
        {failureReason}
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
