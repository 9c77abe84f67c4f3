"use client";

import { Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { createContext, type ReactNode, use, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { KeyForm } from "./key-form";
import type { Scope } from "./scope-words";

type Kind = "public" | "server";

interface Props {
  /** The scopes that the member may give each kind of key. */
  scopes: Readonly<Record<Kind, readonly Scope[]>>;
  createPublic: FormAction<{ secret: string }>;
  createServer: FormAction<{ secret: string }>;
  children: ReactNode;
}

const Open = createContext<(kind: Kind) => void>(() => undefined);

/**
 * The part of a page that holds the buttons which create a project's keys. The dialog stands outside of the lists, so
 * that it shows the secret while they change.
 */
export function ProjectKeyCreation({ scopes, createPublic, createServer, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [kind, setKind] = useState<Kind>("public");
  const [isShown, setShown] = useState(false);
  const start = (chosen: Kind) => {
    setKind(chosen);
    setShown(false);
    open();
  };
  useCommand({ id: "create-public-key", label: "Create public key", keys: "c" }, () => start("public"));
  useCommand({ id: "create-server-key", label: "Create server key" }, () => start("server"));
  return (
    <Open value={start}>
      {children}
      <Dialog
        opened={isOpen}
        onClose={close}
        title={`Create ${kind} key`}
        // A click outside does not close the dialog while it shows the key, which is shown only once.
        closeOnClickOutside={!isShown}
        closeOnEscape={!isShown}
      >
        <KeyForm
          key={kind}
          kind={kind}
          scopes={scopes[kind]}
          create={kind === "public" ? createPublic : createServer}
          close={close}
          onMade={() => setShown(true)}
        />
      </Dialog>
    </Open>
  );
}

export function CreateKeyMenu() {
  const open = use(Open);
  return (
    <Group gap="sm">
      <ScriptButton variant="default" onClick={() => open("server")}>
        Create server key
      </ScriptButton>
      <ScriptButton
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => open("public")}
        title="Create public key (C)"
      >
        Create public key
      </ScriptButton>
    </Group>
  );
}
