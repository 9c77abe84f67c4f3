"use client";

import { Checkbox, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { FormField } from "@/lib/web/forms/resource";
import classes from "./all-or-some.module.css";

/** A choice of every value, or of some in their groups; the form sends `all` or the chosen ones. */
export function AllOrSome({
  field: { name, label, groups, value },
  fault,
}: {
  field: FormField;
  fault: string | null;
}) {
  const first = Array.isArray(value) ? (value as readonly string[]) : [];
  const [isAll, setIsAll] = useState(first.length === 0);
  const [chosen, setChosen] = useState(first);
  const noun = label.toLowerCase();
  return (
    <>
      <Radio.Group
        label={label}
        error={fault}
        errorProps={{ role: "alert" }}
        value={isAll ? "all" : "chosen"}
        onChange={(choice) => setIsAll(choice === "all")}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={`All ${noun}`} description="Kinds that are added later too" />
          <Radio value="chosen" label={`Chosen ${noun}`} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div className={classes.groups}>
          {groups.map((group) => (
            <Checkbox.Group
              key={group.label}
              label={group.label}
              value={chosen.filter((each) => group.values.includes(each))}
              onChange={(own) => setChosen([...chosen.filter((each) => !group.values.includes(each)), ...own])}
            >
              <Stack gap={6} mt={6}>
                {group.values.map((each) => (
                  <Checkbox key={each} value={each} label={<code>{each}</code>} />
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
        </div>
      )}
      <input type="hidden" name={name} value={isAll ? "all" : chosen.join(",")} />
    </>
  );
}
