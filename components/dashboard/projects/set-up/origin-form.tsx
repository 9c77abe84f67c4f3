"use client";

import { Button, Group, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { adviseOnOrigin } from "../origin-advice";

interface Props {
  /** The first value of the field. */
  usual: string;
  add: FormAction;
}

/** A field for an origin. A fault in it is told while it is written, with the origin that was probably meant. */
export function OriginForm({ usual, add }: Props) {
  const { state, form } = useFormAction(add);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(usual);
  const [isLeft, setIsLeft] = useState(false);
  /** Whether the last answer is about the field's text. */
  const [isAnswered, setIsAnswered] = useState(true);
  useEffect(() => {
    if (!state) return;
    setIsAnswered(true);
    setIsLeft(false);
    if (state.isDone) setText("");
    else field.current?.focus();
  }, [state]);
  const advice = text.trim() === "" ? null : adviseOnOrigin(text.trim());
  const refused = isAnswered && state?.isDone === false ? state.message : null;
  const write = (value: string) => {
    setText(value);
    setIsAnswered(false);
  };
  return (
    <form {...form} aria-label="Allowed origin">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          ref={field}
          name="origin"
          aria-label="Origin"
          placeholder="https://app.example.com"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={() => setIsLeft(true)}
          error={refused ?? (isLeft ? advice?.message : null)}
          required
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          flex={1}
        />
        <SubmitButton variant="default">Allow</SubmitButton>
      </Group>
      {advice?.better && (
        <Text size="xs" mt="xs" component="div">
          Did you mean{" "}
          <Button variant="subtle" size="compact-xs" onClick={() => write(advice.better ?? "")}>
            {advice.better}
          </Button>
        </Text>
      )}
    </form>
  );
}
