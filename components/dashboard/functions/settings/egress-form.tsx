"use client";

import { Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptSelect } from "@/components/ui/script-select";
import { SubmitButton } from "@/components/ui/submit-button";
import type { ProjectFunction } from "@/lib/services/functions/resource";

const MODES = [
  { value: "open", label: "The public internet" },
  { value: "list", label: "Some hosts" },
  { value: "none", label: "Nothing" },
];

/** The form for the hosts that a function may reach besides its database. */
export function EgressForm({ egress, save }: { egress: ProjectFunction["egress"]; save: FormAction }) {
  const stored = typeof egress === "string" ? egress : "list";
  const [mode, setMode] = useState<string>(stored);
  return (
    <ActionForm action={save} done="Saved." label="Network">
      <ScriptSelect
        name="mode"
        label="May reach"
        data={MODES}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value)}
      />
      <Textarea
        name="hosts"
        label="Hosts"
        description="Exact names, one per line"
        placeholder="api.stripe.com"
        rows={3}
        defaultValue={typeof egress === "string" ? "" : egress.join("\n")}
        spellCheck={false}
        display={mode === "list" ? undefined : "none"}
      />
      <Group>
        <SubmitButton variant="default">Save network</SubmitButton>
      </Group>
    </ActionForm>
  );
}
