"use client";

import { Alert, Button, Code, FileInput, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Refusal } from "@/components/ui/refusal";
import { saveFile } from "@/components/ui/save-file";
import type { ImportMode } from "@/lib/sql/csv/resource";
import { DialectFields } from "./dialect-fields";
import { NewTableFields } from "./new-table-fields";
import { Preview } from "./preview";
import type { ImportRefusal } from "./send-file";
import { type ImportProps, useImport } from "./use-import";

const MODES: { value: ImportMode; label: string }[] = [
  { value: "insert", label: "Insert every line as a new row" },
  { value: "update", label: "Update rows with the same key, insert the rest" },
  { value: "skip", label: "Skip lines whose key is there already" },
];

/** The dialog of an import: the file, how it is read, a preview, and the columns that its columns become. */
export default function ImportDialog(props: ImportProps) {
  const { shape, isOpen, setIsOpen } = props;
  const { chosen, setChosen, choose, setDialect, refusal, keepReason, createText, start, ...state } = useImport(props);
  const isNamed = shape !== null || (state.name.trim() !== "" && state.schema.trim() !== "");
  const fault = chosen?.head.fault ?? null;
  const isReady = chosen?.columns.some((column) => column !== null) && fault === null && isNamed;
  const close = () => setIsOpen(false);
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={shape === null ? "New table from CSV" : `Import CSV into ${shape.name}`}
      size="xl"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap="sm">
          {refusal && <RefusedLines refusal={refusal} />}
          <FileInput
            label="File"
            description="CSV or TSV, at most 1 GB."
            placeholder="Choose a file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            value={chosen?.file ?? null}
            onChange={(file) => void choose(file)}
            clearable
          />
          {chosen && (
            <>
              <DialectFields dialect={chosen.dialect} set={setDialect} />
              {shape === null && <NewTableFields {...state} chosen={chosen} setChosen={setChosen} />}
              {fault && <Refusal message={`Line ${fault.line.toLocaleString("en")}: ${fault.message}`} />}
              <Preview chosen={chosen} shape={shape} change={(part) => setChosen({ ...chosen, ...part })} />
              {shape !== null && shape.primaryKey.length > 0 && (
                <NativeSelect
                  label="Rows"
                  data={MODES}
                  value={state.mode}
                  onChange={(event) => state.setMode(event.currentTarget.value as ImportMode)}
                />
              )}
              {createText !== undefined && <Code block>{createText}</Code>}
              <Text size="sm" c="dimmed">
                {undoWords(keepReason, shape === null)}
              </Text>
            </>
          )}
          <DialogButtons close={close}>
            <Button type="submit" disabled={!isReady}>
              {shape !== null && keepReason !== null ? "Create restore point and import" : "Import"}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function undoWords(keepReason: string | null, isNew: boolean): string {
  const whole = "Every line is imported, or none.";
  if (isNew) return `${whole} To undo it, delete the table.`;
  if (keepReason === null) return `${whole} You can undo the import right afterwards, or later from the history.`;
  return `${whole} ${keepReason} The file is checked first. Then a restore point is created, which briefly drops all connections. Undo restores the whole database.`;
}

const MAX_SHOWN = 8;

function RefusedLines({ refusal: { message, lines, restorePointReason } }: { refusal: ImportRefusal }) {
  const text = lines.map(({ path, message: fault }) => `${path}: ${fault}`);
  // The message names the first line, which is in the list too.
  const title = lines.length > 0 ? message.split(" First, ")[0] : message;
  return (
    <Alert role="alert" color={restorePointReason === null ? "red" : "yellow"} variant="light" title={title}>
      {text.slice(0, MAX_SHOWN).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {text.length > MAX_SHOWN && (
        <Group mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => saveFile("import-errors.txt", "text/plain", `${text.join("\n")}\n`)}
          >
            Download all {text.length} lines
          </Button>
        </Group>
      )}
    </Alert>
  );
}
