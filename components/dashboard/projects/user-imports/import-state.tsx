"use client";

import { Group, Progress, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Confirm } from "@/components/ui/confirm";
import { Facts } from "@/components/ui/facts";
import { countText } from "@/components/ui/figure-text";
import { ScriptButton } from "@/components/ui/script-button";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { UserImport } from "@/lib/sign-in/user-imports/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./user-imports.module.css";
import { countsOf, isUnderWay, nameOf, progressText, SOURCE_WORDS, STATUS_WORDS } from "./words";

export interface ImportChanges {
  start: (importId: string) => Promise<Outcome>;
  cancel: (importId: string) => Promise<Outcome>;
}

interface Props {
  of: UserImport;
  /** `null` where nothing may be changed. */
  changes: ImportChanges | null;
}

/** The progress of an import, its findings or results, and the actions on it. */
export function ImportState({ of, changes }: Props) {
  const { run, isWorking } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  const { id, status, source, records, created, updated, done, failure } = of;
  const [kind, words] = STATUS_WORDS[status];
  const wanted = created + updated;
  const cancel = () => changes && run(() => changes.cancel(id), "Import cancelled");
  return (
    <section className={classes.state} aria-label={`Import of ${nameOf(of)}`}>
      <Facts
        facts={[
          ["File", <b key="file">{nameOf(of)}</b>],
          ["Format", status === "receiving" ? "…" : SOURCE_WORDS[source]],
          [
            "Status",
            <span key="status" role="status">
              <StatusWord kind={kind}>{words}</StatusWord>
            </span>,
          ],
          ["Users", isUnderWay(of) ? progressText(of) : records.toLocaleString("en")],
          ...countsOf(of).map(([name, count]) => [name, count.toLocaleString("en")] as const),
        ]}
      />
      {isUnderWay(of) && (
        <Progress.Root size="sm" mt="sm">
          <Progress.Section
            value={status === "receiving" || records === 0 ? 100 : (done / records) * 100}
            animated={status === "receiving"}
            aria-label="Progress of the import"
          />
        </Progress.Root>
      )}
      {failure !== null && <Text mt="sm">{failure}</Text>}
      {status === "running" && (
        <Text size="sm" c="dimmed" mt="sm">
          You can leave this page. If the service restarts, the import continues at the same user.
        </Text>
      )}
      {status === "checked" && (
        <Text size="sm" c="dimmed" mt="sm">
          {wanted === 0
            ? "The file has nobody to import."
            : "Nobody is imported yet. The file is kept encrypted, and deleted after a day unless you start the import."}
        </Text>
      )}
      {changes && status === "checked" && (
        <Group gap="xs" mt="sm">
          <ScriptButton
            loading={isWorking}
            disabled={wanted === 0}
            onClick={() => run(() => changes.start(id), "Import started")}
          >
            Import {countText(wanted, "user")}
          </ScriptButton>
          <ScriptButton variant="default" onClick={cancel}>
            Discard
          </ScriptButton>
        </Group>
      )}
      {changes && isUnderWay(of) && (
        <Group mt="sm">
          <ScriptButton variant="default" onClick={open}>
            Cancel import
          </ScriptButton>
        </Group>
      )}
      <Confirm isOpen={isAsking} title="Cancel import" confirm="Cancel import" onClose={close} onConfirm={cancel}>
        {status === "running"
          ? "Users who were imported stay. The rest of the file is deleted."
          : "The file is deleted, and nobody is imported."}
      </Confirm>
    </section>
  );
}
