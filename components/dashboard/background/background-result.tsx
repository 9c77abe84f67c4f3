"use client";

import { Group, Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import { endText } from "../results/end-text";
import classes from "./background.module.css";
import { CancelRun } from "./cancel-run";
import { RunStatements } from "./run-statements";
import { RunWord } from "./run-word";

interface Props {
  /** The address of the SQL page. */
  base: string;
  run: BackgroundRun;
}

/** A run in the background in place of results: how far it is, and where it is found later. */
export function BackgroundResult({ base, run }: Props) {
  const { startedAt, finishedAt, message } = run;
  const isLive = finishedAt === null;
  return (
    <div className={classes.result}>
      <Group gap="sm" role="status">
        <RunWord run={run} />
        {startedAt !== null && isLive && (
          <Text size="sm" c="dimmed">
            since <Moment at={startedAt} form="time" />
          </Text>
        )}
        {isLive && !run.isCancelled && <CancelRun base={base} runId={run.id} />}
      </Group>
      {message && <p className={classes.message}>{endText(message)}</p>}
      <Text size="sm" mt="xs">
        {isLive ? "This run goes on in the background when you leave. You find it in " : "You find this run in "}
        <LinkAnchor href={base.replace(/sql$/, "history")} inherit underline="always">
          History
        </LinkAnchor>
        .
      </Text>
      <RunStatements run={run} />
    </div>
  );
}
