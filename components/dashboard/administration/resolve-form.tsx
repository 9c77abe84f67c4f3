"use client";

import { Group, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Keys } from "@/components/ui/commands/keys";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AbuseReport } from "@/lib/services/abuse-reports/resource";
import classes from "./reports.module.css";
import { RESOLUTION_CHOICES } from "./words";

interface Props {
  report: AbuseReport;
  resolve: FormAction<AbuseReport>;
  onResolved: (report: AbuseReport) => void;
}

const TAKES_DIGITS = "input:not([type=radio]), textarea";

/** Decides about a report. The digits choose, and Ctrl+Enter resolves. */
export function ResolveForm({ report, resolve, onResolved }: Props) {
  const [resolution, setResolution] = useState("");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => hearKeys(setResolution, () => place.current?.closest("form")?.requestSubmit()), []);
  return (
    <div className={classes.form}>
      <ActionForm action={resolve} onDone={onResolved} label="Resolve the report">
        <div ref={place}>
          <Radio.Group name="resolution" label="Resolution" value={resolution} onChange={setResolution}>
            <Stack gap="xs" mt={6}>
              {RESOLUTION_CHOICES.map(({ value, label, text, key }) => (
                <Radio
                  key={value}
                  value={value}
                  description={text}
                  label={
                    <Group gap="xs">
                      {label}
                      <span aria-hidden>
                        <Keys keys={key} />
                      </span>
                    </Group>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        </div>
        <TextInput
          name="projectId"
          label="Project"
          description={report.project ? `Leave it empty for ${report.project.name}.` : "Which one to suspend or ban."}
          placeholder={report.reportedProjectId ?? "p_…"}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
        />
        <Textarea
          name="note"
          label="Note"
          description="Only operators see it."
          rows={2}
          maxLength={2_000}
          autoComplete="off"
        />
        <Group>
          <SubmitButton title="Resolve report (Ctrl+Enter)">Resolve report</SubmitButton>
          <span aria-hidden>
            <Keys keys="mod+Enter" />
          </span>
        </Group>
      </ActionForm>
    </div>
  );
}

/** The frame's own keys rest while something is open over the page. Returns a function that ends these. */
function hearKeys(choose: (resolution: string) => void, submit: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === "Enter" && (ctrlKey || metaKey)) {
      event.preventDefault();
      return submit();
    }
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.matches(TAKES_DIGITS))) return;
    const choice = RESOLUTION_CHOICES.find((each) => each.key === key);
    if (choice) choose(choice.value);
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
