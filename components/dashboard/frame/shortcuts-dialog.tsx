"use client";

import { Switch, Text } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { type CommandGroup, useCommandTable } from "@/components/ui/commands/command-table";
import { Keys } from "@/components/ui/commands/keys";
import { useSingleKeys } from "@/components/ui/commands/single-keys";
import OpeningDialog from "@/components/ui/opening-dialog";
import classes from "./shortcuts-dialog.module.css";

const GROUPS: readonly CommandGroup[] = ["This page", "Lists", "Go to", "Everywhere"];

/** Lists the keys of the page as it is now. */
export function ShortcutsDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const commands = useCommandTable();
  const [areOn, setAreOn] = useSingleKeys();
  const isMac = useOs() === "macos";
  const groups = GROUPS.map((group) => {
    const listed = commands.filter((command) => command.group === group && command.keys);
    return { group, listed: [...new Map(listed.map((command) => [command.keys, command])).values()] };
  });
  return (
    <OpeningDialog opened={isOpen} onClose={close} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        {groups
          .filter(({ listed }) => listed.length > 0)
          .map(({ group, listed }) => (
            <section key={group} aria-label={group} className={classes.group}>
              <h3 className={classes.title}>{group}</h3>
              <dl className={classes.list}>
                {listed.map(({ id, label, keys }) => (
                  <div key={id} className={classes.entry}>
                    <dt>{label}</dt>
                    <dd>
                      <Keys keys={keys ?? ""} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        checked={areOn}
        onChange={(event) => setAreOn(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Turn this off if you dictate, or press keys by accident. Shortcuts with {isMac ? "⌘" : "Ctrl"} keep working.
      </Text>
    </OpeningDialog>
  );
}
