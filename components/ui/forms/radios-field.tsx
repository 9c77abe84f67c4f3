import { Radio, Stack } from "@mantine/core";
import type { FormField } from "@/lib/web/forms/resource";
import { shownText } from "./filled-form";

/** A choice whose values are all in sight, each with its note. */
export function RadiosField({ field, fault }: { field: FormField; fault: string | null }) {
  return (
    <Radio.Group
      name={field.name}
      label={field.label}
      description={field.note}
      error={fault}
      errorProps={{ role: "alert" }}
      defaultValue={shownText(field)}
    >
      <Stack gap="xs" mt={6}>
        {field.choices.map(({ value, label, note }) => (
          <Radio key={value} value={value} label={label} description={note} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
