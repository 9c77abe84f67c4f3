"use client";

import { Group } from "@mantine/core";
import { IconCopy, IconPencilCode, IconRestore } from "@tabler/icons-react";
import { copyText } from "@/components/ui/copy-text";
import { durationText } from "@/components/ui/figure-text";
import { LinkButton } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { endText } from "../results/end-text";
import classes from "./history.module.css";
import type { HistoryEntry } from "./history-entry";

/** The details of a row of the history: the whole statement, its facts, and the actions on the text. */
export function StatementFacts({ entry, open }: { entry: HistoryEntry; open: (text: string) => void }) {
  const { text, whole, person, startedAt, message, sqlState, durationMicros, restoreBefore } = entry;
  return (
    <>
      {whole}
      {message && <p className={classes.message}>{endText(message)}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>Run by</dt>
          <dd>{person ? person.email : "Former member"}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <Moment at={startedAt} form="exact" />
          </dd>
        </div>
        {durationMicros !== null && (
          <div>
            <dt>Took</dt>
            <dd>{durationText(durationMicros)}</dd>
          </div>
        )}
        {sqlState && (
          <div>
            <dt>Code</dt>
            <dd>{sqlState}</dd>
          </div>
        )}
      </dl>
      <Group gap="xs">
        <ScriptButton
          size="compact-sm"
          variant="default"
          leftSection={<IconPencilCode size={14} aria-hidden />}
          onClick={() => open(text)}
        >
          Open in editor
        </ScriptButton>
        <ScriptButton
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copyText(text, "Statement")}
        >
          Copy
        </ScriptButton>
        {restoreBefore !== null && (
          <LinkButton
            href={restoreBefore}
            size="compact-sm"
            variant="default"
            leftSection={<IconRestore size={14} aria-hidden />}
          >
            Restore to the moment before this
          </LinkButton>
        )}
      </Group>
    </>
  );
}
