"use client";

import { Button, Checkbox, List, Stack, Text } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorLine } from "@/components/ui/error-line";
import { FormFieldInput } from "./form-field";
import { type FieldValue, isFault, type SqlForm, type Values } from "./forms/form";
import { SqlPanel } from "./sql-panel";
import { type FoundDependents, type ListDependents, useDependents } from "./use-dependents";
import { useKnownNames } from "./use-known-names";
import { type DoneRun, useSqlRun } from "./use-sql-run";

interface Props {
  databaseId: string;
  /** The address of the SQL page. */
  editor: string;
  form: SqlForm;
  /** Absent where the form drops nothing. */
  listDependents?: ListDependents;
  onClose: () => void;
  onDone: (done: DoneRun, values: Values) => void;
}

/** The content of a dialog with a form, and the SQL that it writes. */
export default function FormDialog({ databaseId, editor, form, listDependents, onClose, onDone }: Props) {
  const [values, setValues] = useState<Record<string, FieldValue>>(() =>
    Object.fromEntries(form.fields.map(({ name, value }) => [name, value])),
  );
  const [edited, setEdited] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const dependents = useDependents(form, listDependents);
  const written = form.write(values);
  const text = edited ?? (isFault(written) ? null : written);
  const known = useKnownNames(editor);
  const running = useSqlRun(editor, text);
  const fault = isTried && edited === null && isFault(written) ? written : null;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const done = await running.run();
    if (done) onDone(done, values);
  };
  const change = (name: string) => (value: FieldValue) => setValues((now) => ({ ...now, [name]: value }));
  const isDestroying = form.drops !== undefined;
  const isBlocked = edited === null && dependents.found.length > 0 && values.cascade !== true;
  const first = useFirstField();
  return (
    <form ref={first} onSubmit={run} noValidate>
      <Stack gap="sm">
        {form.text && <Text size="sm">{form.text}</Text>}
        <Stack gap="sm" data-fields>
          {form.fields.map((field) => (
            <FormFieldInput
              key={field.name}
              field={field}
              value={values[field.name] ?? field.value}
              error={fault?.field === field.name ? fault.message : null}
              {...known}
              onChange={change(field.name)}
            />
          ))}
        </Stack>
        <Dependents {...dependents} isCascade={values.cascade === true} onCascade={change("cascade")} />
        <SqlPanel
          {...{ databaseId, editor, text, isDestroying, isBlocked }}
          isEdited={edited !== null}
          onEdit={setEdited}
          reason={running.reason}
          message={running.message}
          isRunning={running.isRunning}
          run={form.run}
        >
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </SqlPanel>
      </Stack>
    </form>
  );
}

/** Focuses the first field: the dialog looks for it once it is open, which may be before the form is loaded. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>("[data-fields] :is(input, select, textarea)");
    field?.setAttribute("data-autofocus", "");
    field?.focus();
  }, []);
  return form;
}

interface DependentsProps extends FoundDependents {
  isCascade: boolean;
  onCascade: (isCascade: boolean) => void;
}

/** The objects that a drop would take along, to which the user has to agree. */
function Dependents({ found, failure, askAgain, isCascade, onCascade }: DependentsProps) {
  if (failure !== null) {
    return (
      <div>
        <ErrorLine message={`What depends on it isn't known. ${failure}`} />
        <Button variant="default" size="compact-sm" mt="xs" onClick={askAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (found.length === 0) return null;
  return (
    <div>
      <Text size="sm">These depend on it, and would go too:</Text>
      <List size="sm" mah={160} my={4}>
        {found.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Checkbox
        label="Drop these too (CASCADE)"
        checked={isCascade}
        onChange={(event) => onCascade(event.currentTarget.checked)}
      />
    </div>
  );
}
