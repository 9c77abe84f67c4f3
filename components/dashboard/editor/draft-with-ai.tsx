"use client";

import { Button, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { type RefObject, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { LinkAnchor } from "@/components/ui/link";
import type { Drafting } from "./drafting";
import type { EditorHandle } from "./sql-editor";

const load = () => import("./draft-form");
const DraftForm = dynamic(() => load().then((module) => module.DraftForm));

interface Props {
  drafting: Drafting;
  editor: RefObject<EditorHandle | null>;
  /** Whether the tab of the editor is shown. */
  isShown: boolean;
}

/** A button whose dialog asks a language model for SQL, and puts its draft into the editor. It runs nothing. */
export function DraftWithAi({ drafting, editor, isShown }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isInserted, setInserted] = useState(false);
  const start = () => {
    setInserted(false);
    // The dialog focuses its first field, which has to be there.
    void load().then(open, open);
  };
  useCommand({ id: "draft-with-ai", label: "Draft with AI", isOn: isShown }, start);
  const insert = (text: string) => {
    const before = editor.current?.text() ?? "";
    const end = { from: before.length, to: before.length };
    editor.current?.replace(end, before.trim() === "" ? text : `\n\n${text}`);
    setInserted(true);
    close();
    editor.current?.focus();
  };
  return (
    <>
      <Tooltip label="Writes SQL from a description, for you to read and run" openDelay={400}>
        <Button size="compact-sm" h="var(--control-height)" variant="subtle" color="gray" onClick={start}>
          Draft with AI
        </Button>
      </Tooltip>
      <Dialog opened={isOpen} onClose={close} title="Draft with AI" size="lg" returnFocus={!isInserted}>
        {drafting.choices.length === 0 ? (
          <Text>
            A draft counts against a project's plan.{" "}
            <LinkAnchor inherit underline="always" href={drafting.projects}>
              Create a project
            </LinkAnchor>{" "}
            first.
          </Text>
        ) : (
          <DraftForm drafting={drafting} insert={insert} close={close} />
        )}
      </Dialog>
    </>
  );
}
