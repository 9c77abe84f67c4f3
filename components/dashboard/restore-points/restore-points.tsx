"use client";

import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { KeptBytes } from "@/components/dashboard/kept-bytes/kept-bytes";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { EmptyState } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { KeepFocus } from "@/components/ui/keep-focus";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { useLiveStatus } from "@/components/ui/use-live-status";
import type { RestorePoints as Listed, ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";
import { type Act, type ActOutcome, runAct } from "./act";
import { Dialogs } from "./dialogs";
import type { Choice } from "./point-row";
import { type Running, RunningNotice } from "./running-notice";
import { ScheduleLine } from "./schedule-line";
import { Timeline } from "./timeline";
import classes from "./timeline.module.css";

interface Props extends Pick<Listed, "running" | "schedule" | "nextAt" | "retention"> {
  databaseName: string;
  databaseId: string;
  /** The address of the organisation's databases. */
  base: string;
  points: readonly ListedRestorePoint[];
  /** The bytes that the organisation keeps, and may keep, also in words. */
  kept: { used: number; limit: number; text: string };
  canWrite: boolean;
  isReady: boolean;
  createForm: Form;
  branchForm: Form;
  setSchedule: (schedule: string) => Promise<Outcome>;
}

/** The page of a database's restore points: the list, the running work, the schedule and every action. */
export function RestorePoints(props: Props) {
  const { databaseName, databaseId, base, points, canWrite, isReady } = props;
  const router = useRouter();
  const [begun, setBegun] = useState<Running["kind"] | "delete" | null>(null);
  const [chosen, setChosen] = useState<{ what: Choice; point: ListedRestorePoint } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isCreating, creating] = useDisclosure();
  const running = props.running ?? (begun === null || begun === "delete" ? null : { kind: begun, step: "journalled" });
  const isBusy = running !== null || begun !== null;
  useLiveStatus(running !== null);

  const mayCreate = canWrite && isReady && !isBusy;
  useCommand({ id: "create-restore-point", label: "Create restore point", keys: "c", isOn: mayCreate }, creating.open);

  const ask = (act: Act): Promise<ActOutcome> => runAct(`${base}/${databaseId}/restore-points/run`, act);
  const begin = async (kind: NonNullable<typeof begun>, act: Act, done: string) => {
    setBegun(kind);
    const outcome = await ask(act);
    setBegun(null);
    router.refresh();
    announce(outcome, done);
  };
  /** The dialog closes immediately: the page shows the progress. */
  const create: FormAction = async (_, form) => {
    const name = String(form.get("name")).trim();
    void begin("restore-point", { act: "create", name }, `Restore point ${name} created.`);
    return { isDone: true, value: null };
  };
  const createButton = canWrite && isReady && (
    <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={creating.open} disabled={isBusy}>
      Create restore point
    </Button>
  );
  return (
    <>
      <PageHeading title="Restore points">
        <LinkButton href={`${base}/${databaseId}/restore-points/time`} variant="default">
          Restore to a time
        </LinkButton>
        {points.length > 0 && createButton}
      </PageHeading>
      <ScheduleLine {...props} />
      {running && <RunningNotice running={running} />}
      {points.length === 0 ? (
        <EmptyState
          level={2}
          title="No restore points yet"
          text={
            canWrite
              ? "A restore point is a copy of the whole database. Create one before a risky change, or choose a schedule above. Restoring takes seconds and can be undone."
              : "Developers, admins and owners can create restore points."
          }
        >
          {createButton}
        </EmptyState>
      ) : (
        <KeepFocus label="All restore points">
          <Timeline
            points={points}
            canWrite={canWrite}
            isBusy={isBusy}
            choose={(what, point) => {
              setChosen({ what, point });
              setAsking(true);
            }}
          />
        </KeepFocus>
      )}
      <div className={classes.foot}>
        <KeptBytes {...props.kept} />
      </div>
      <FormDialog form={props.createForm} action={create} isOpen={isCreating} close={creating.close}>
        <Text>Saves {databaseName} as it is now. Connections are closed until the copy is finished.</Text>
      </FormDialog>
      <Dialogs
        chosen={chosen}
        isAsking={isAsking}
        databaseName={databaseName}
        base={base}
        branchForm={props.branchForm}
        ask={ask}
        close={() => setAsking(false)}
        begin={(kind, act, done) => void begin(kind, act, done)}
      />
    </>
  );
}
