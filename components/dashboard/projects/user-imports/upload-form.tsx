"use client";

import { Checkbox, FileInput, Group, NumberInput, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import { SubmitButton } from "@/components/ui/submit-button";
import { useDrop } from "@/components/ui/use-drop";
import type { ExistingRule, ImportSource } from "@/lib/sign-in/user-imports/resource";
import { guessSource, type SourceMarks } from "./guess-source";
import type { HashParameters, ImportOptions } from "./send-users";
import classes from "./user-imports.module.css";
import { EXISTING_WORDS, SOURCE_WORDS } from "./words";

interface Props {
  marks: SourceMarks;
  refusal: string | null;
  send: (file: File, options: ImportOptions) => Promise<void>;
}

/** The file and how it is read. It is only checked at first. */
export function UploadForm({ marks, refusal, send }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [guess, setGuess] = useState<ImportSource | null>(null);
  const [chosen, setChosen] = useState<ImportSource | "">("");
  const choose = (next: File | null) => {
    setFile(next);
    setGuess(null);
    // A file that cannot be read is refused by its upload.
    if (next) void guessSource(next, marks).then(setGuess, () => undefined);
  };
  // Dropping is a shortcut; the field does the same.
  const drop = useDrop(({ files: [dropped] }) => dropped && choose(dropped));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file) return;
    const form = new FormData(event.currentTarget);
    void send(file, {
      ...{ source: chosen || null, existing: form.get("existing") as ExistingRule, isDryRun: true },
      ...{ sendsEvents: form.get("sendsEvents") === "on", fileName: file.name, hashParameters: hashParametersOf(form) },
    });
  };
  return (
    <form aria-label="Import users" onSubmit={submit} className={classes.form}>
      <Stack gap="sm">
        <Refusal message={refusal} />
        <div className={classes.drop} {...drop}>
          <FileInput
            label="File"
            description="NDJSON, or an export of Clerk, Auth0, Supabase or Firebase as it is. At most 1 GB."
            placeholder="Choose a file, or drop it here"
            accept=".ndjson,.jsonl,.json,.csv"
            value={file}
            onChange={choose}
            clearable
          />
        </div>
        <ScriptSelect
          label="Format"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as ImportSource | "")}
          data={[
            { value: "", label: guess ? `Recognized: ${SOURCE_WORDS[guess]}` : "Recognize it from the file" },
            ...Object.entries(SOURCE_WORDS).map(([value, label]) => ({ value, label })),
          ]}
        />
        {(chosen || guess) === "firebase" && <HashParameterFields />}
        <ScriptSelect
          label="Users who are there already"
          name="existing"
          data={Object.entries(EXISTING_WORDS).map(([value, label]) => ({ value, label }))}
        />
        <Checkbox name="sendsEvents" label="Send webhooks for each user" />
        <Text size="sm" c="dimmed">
          The file is checked first, and you see the outcome before anyone is imported.
        </Text>
        <div>
          <SubmitButton disabled={file === null}>Check file</SubmitButton>
        </div>
      </Stack>
    </form>
  );
}

/** The values that the Firebase console shows under Authentication, Users, Password hash parameters. */
function HashParameterFields() {
  return (
    <>
      <Text size="sm" c="dimmed">
        To take passwords along, copy the password hash parameters from the Firebase console: Authentication, Users, the
        menu above the list.
      </Text>
      <PasswordInput name="signerKey" label="Signer key" maxLength={512} autoComplete="off" />
      <Group grow align="flex-end">
        <TextInput name="saltSeparator" label="Salt separator" defaultValue="Bw==" maxLength={64} autoComplete="off" />
        <NumberInput name="rounds" label="Rounds" defaultValue={8} min={1} max={64} allowDecimal={false} />
        <NumberInput name="memCost" label="Memory cost" defaultValue={14} min={1} max={20} allowDecimal={false} />
      </Group>
    </>
  );
}

/** Returns `null` without a key: then only users without a password can be imported. */
function hashParametersOf(form: FormData): HashParameters | null {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const signerKey = text("signerKey");
  if (signerKey === "") return null;
  const [rounds, memCost] = [Number(text("rounds")), Number(text("memCost"))];
  return { signerKey, saltSeparator: text("saltSeparator"), rounds, memCost };
}
