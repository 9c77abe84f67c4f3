"use client";

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { saveFile } from "@/components/ui/save-file";
import { ScriptButton } from "@/components/ui/script-button";
import type { Outcome } from "@/lib/web/resource";
import { actionWords } from "./words";

const TYPES = { csv: "text/csv", json: "application/json" } as const;

interface Props {
  actions: readonly string[];
  filter: Record<string, string>;
  exportAs: (format: "csv" | "json", filter: Record<string, string>) => Promise<Outcome<string>>;
}

/** The filter of the audit log. Its fields are in the address, so that a view can be bookmarked and shared. */
export function AuditFilter({ actions, filter, exportAs }: Props) {
  const [isWorking, start] = useTransition();
  const [message, setMessage] = useState<string | null>(null);
  const download = (format: "csv" | "json") =>
    start(async () => {
      const outcome = await exportAs(format, filter);
      if (outcome.isDone) saveFile(`audit-log.${format}`, TYPES[format], outcome.value);
      setMessage(outcome.isDone ? null : outcome.message);
    });
  return (
    <form method="get">
      <Refusal message={message} mb="sm" />
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          name="action"
          label="Action"
          defaultValue={filter.action ?? ""}
          data={[{ value: "", label: "Everything" }, ...actions.map((value) => ({ value, label: actionWords(value) }))]}
        />
        <TextInput
          name="about"
          label="Who or what"
          placeholder="Email, database or ID"
          defaultValue={filter.about ?? ""}
          maxLength={254}
        />
        <TextInput name="from" type="date" label="From" defaultValue={filter.from ?? ""} />
        <TextInput name="until" type="date" label="Until" defaultValue={filter.until ?? ""} />
        <Button type="submit" variant="default">
          Filter
        </Button>
        {(["csv", "json"] as const).map((format) => (
          <ScriptButton
            key={format}
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isWorking}
            onClick={() => download(format)}
          >
            Export {format.toUpperCase()}
          </ScriptButton>
        ))}
      </Group>
    </form>
  );
}
