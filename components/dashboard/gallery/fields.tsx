"use client";

import { Alert, Button, Checkbox, NativeSelect, Radio, Switch, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { CopyField } from "@/components/ui/copy-field";
import { IconButton } from "@/components/ui/icon-button";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { UsageTable } from "../usage/usage-table";
import classes from "./gallery.module.css";
import { Part } from "./part";

const USAGE = [
  { id: "databases", name: "Databases", used: 3, limit: 25, text: "3 of 25", history: [1, 1, 2, 3] },
  { id: "branches", name: "Branches", used: 47, limit: 50, text: "47 of 50", history: [12, 40, null, 47] },
].map((row) => ({ ...row, href: "#", historyText: `now ${row.used}` }));

/** Buttons, fields, notices and sections of settings. */
export function Fields({ scheme }: { scheme: string }) {
  const named = (name: string) => `${name}, ${scheme}`;
  return (
    <>
      <Part title="Buttons">
        <Button leftSection={<IconPlus size={16} aria-hidden />}>Create database</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="subtle">Format</Button>
        <Button color="red">Delete database</Button>
        <Button disabled>Save</Button>
        <Button loading>Save</Button>
        <IconButton aria-label="Create database">
          <IconPlus size={16} aria-hidden />
        </IconButton>
      </Part>
      <Part title="Fields">
        <TextInput label={named("Name")} placeholder="orders" description="1 to 63 characters" />
        <TextInput label={named("Address")} defaultValue="ada@" error="Enter a valid email address." />
        <NativeSelect label={named("Role")} data={["Viewer", "Developer", "Admin"]} />
        <Textarea label={named("Note")} rows={2} />
        <TextInput label={named("Identifier")} defaultValue="org_4k9x" disabled />
        <Checkbox label={named("Read-only")} defaultChecked />
        <Radio label={named("This database")} defaultChecked />
        <Switch label={named("Live")} defaultChecked />
      </Part>
      <Part title="Notices">
        <Alert color="leaf" variant="light">
          Saved.
        </Alert>
        <Alert color="yellow" variant="light">
          This database is over 80% of its size.
        </Alert>
        <Alert color="red" variant="light">
          The key could not be revoked.
        </Alert>
      </Part>
      <Part title="Texts to copy, and limits">
        <div className={classes.wide}>
          <CopyField label={named("Connection string")} text="postgresql://db_4k9x:••••@localhost:5432/db_4k9x" />
        </div>
        <UsageTable label={named("Usage")} what="Limit" rows={USAGE} />
      </Part>
      <Part title="Settings">
        <SettingsSections>
          <SettingsSection title="Name" text="Shown to every member.">
            <TextInput aria-label={named("Organisation")} defaultValue="Harbour Books" />
          </SettingsSection>
          <SettingsSection title="Danger zone">
            <Button color="red" variant="outline">
              Delete organisation
            </Button>
          </SettingsSection>
        </SettingsSections>
      </Part>
    </>
  );
}
