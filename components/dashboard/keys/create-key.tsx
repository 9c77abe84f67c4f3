"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { createContext, lazy, type ReactNode, use, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { KeyCreationProps } from "./key-form";

const load = () => import("./key-form");
const KeyForm = lazy(load);

const Open = createContext<() => void>(() => undefined);

/**
 * The part of a page that holds the buttons which create a key. The dialog stands outside of them: it shows the secret,
 * and the first key takes the empty state away together with its button.
 */
export function KeyCreation({ children, ...props }: KeyCreationProps & { children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isShown, setShown] = useState(false);
  const start = () => {
    setShown(false);
    open();
  };
  useWhenIdle(() => void load().catch(() => undefined));
  useCommand({ id: "create-key", label: "Create API key", keys: "c" }, start);
  return (
    <Open value={start}>
      {children}
      <Dialog
        opened={isOpen}
        onClose={close}
        title="Create API key"
        // A click outside does not close the dialog while it shows the key, which is shown only once.
        closeOnClickOutside={!isShown}
        closeOnEscape={!isShown}
      >
        <KeyForm {...props} close={close} onMade={() => setShown(true)} />
      </Dialog>
    </Open>
  );
}

export function CreateKeyButton() {
  return (
    <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={use(Open)} title="Create key (C)">
      Create key
    </ScriptButton>
  );
}
