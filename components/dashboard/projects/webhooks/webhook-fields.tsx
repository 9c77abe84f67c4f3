"use client";

import { Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import classes from "./webhooks.module.css";
import { eventGroups } from "./words";

interface Props {
  /** Every type of event. */
  types: readonly string[];
  webhook?: Pick<WebhookEndpoint, "url" | "description" | "events">;
}

/** The fields of a webhook. What is chosen of the events is one field of the form, `all` or their names. */
export function WebhookFields({ types, webhook }: Props) {
  const [isAll, setIsAll] = useState(!webhook || webhook.events.length === 0);
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? []);
  return (
    <>
      <TextInput
        name="url"
        label="Address"
        description="On the public internet, with https:// and port 443 or 8443"
        placeholder="https://example.com/hooks"
        defaultValue={webhook?.url}
        required
        maxLength={2_048}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        name="description"
        label="Description"
        placeholder="What it's for"
        defaultValue={webhook?.description}
        maxLength={200}
        autoComplete="off"
      />
      <Radio.Group label="Events" value={isAll ? "all" : "chosen"} onChange={(value) => setIsAll(value === "all")}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label="All events" description="Kinds that are added later too" />
          <Radio value="chosen" label="Chosen events" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div className={classes.groups}>
          {eventGroups(types).map((group) => (
            <Checkbox.Group
              key={group.label}
              label={group.label}
              value={chosen.filter((type) => group.types.includes(type))}
              onChange={(own) => setChosen([...chosen.filter((type) => !group.types.includes(type)), ...own])}
            >
              <Stack gap={6} mt={6}>
                {group.types.map((type) => (
                  <Checkbox key={type} value={type} label={<code>{type}</code>} />
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
        </div>
      )}
      <input type="hidden" name="events" value={isAll ? "all" : chosen.join(",")} />
    </>
  );
}
