"use client";

import { Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { RowMenu } from "@/components/ui/row-menu";
import { ScriptButton } from "@/components/ui/script-button";
import { useConfirm } from "@/components/ui/use-confirm";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Provider } from "@/lib/sign-in/projects/providers/resource";
import type { Outcome } from "@/lib/web/resource";
import { ProviderForm, type ProviderForms } from "./provider-form";
import classes from "./provider-list.module.css";
import { TryLink } from "./try-link";

interface Changes {
  forms: ProviderForms;
  set: FormAction;
  turn: (provider: string, isEnabled: boolean) => Promise<Outcome>;
  remove: (provider: string) => Promise<Outcome>;
  /** The address at which a provider is tried, without its ID at the end. */
  tryBase: string;
}

interface Props {
  providers: readonly Provider[];
  /** The address to which providers send the browser back, without the provider's ID at the end. */
  callbackBase: string;
  /** `null` for a member who may not. */
  changes: Changes | null;
}

/** The providers that are set up, and the dialog that adds or changes one. */
export function ProviderList({ providers, callbackBase, changes }: Props) {
  const { run, isWorking } = useOutcome();
  const { ask, dialog: question } = useConfirm<Provider>({
    title: "Remove provider",
    confirm: "Remove",
    text: ({ name }) =>
      `No one can sign in with ${name} until you add it again, and its client secret is deleted. Users and their linked accounts stay.`,
    act: changes && (({ provider }) => changes.remove(provider)),
    done: ({ name }) => `Removed ${name}`,
  });
  const [isOpen, dialog] = useDisclosure();
  const [edited, setEdited] = useState<Provider | null>(null);
  const open = (provider: Provider | null) => {
    setEdited(provider);
    dialog.open();
  };
  return (
    <KeepFocus label="Providers">
      {providers.length === 0 && (
        <Text size="sm" c="dimmed">
          No providers yet. Users can sign in with Google, Apple or your company's own login once you add it.
        </Text>
      )}
      {providers.length > 0 && (
        <Listing label="Providers" minWidth={440} columns={["Provider", "Client ID", "On"]} stacks hasActions>
          {providers.map((item) => (
            <tr key={item.provider} data-dimmed={!item.isEnabled || undefined}>
              <th scope="row">
                {item.name}
                {item.issuer && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {item.issuer}
                  </Text>
                )}
              </th>
              <td data-label="Client ID" className={classes.client}>
                {item.clientId}
              </td>
              <td>
                <Switch
                  aria-label={`Sign in with ${item.name}`}
                  checked={item.isEnabled}
                  disabled={changes === null || isWorking}
                  onChange={({ currentTarget: { checked } }) =>
                    changes &&
                    run(() => changes.turn(item.provider, checked), `Turned ${item.name} ${checked ? "on" : "off"}`)
                  }
                />
              </td>
              <td data-actions>
                {changes && (
                  <ProviderActions
                    item={item}
                    tryBase={changes.tryBase}
                    edit={() => open(item)}
                    remove={() => ask(item)}
                  />
                )}
              </td>
            </tr>
          ))}
        </Listing>
      )}
      {changes && (
        <>
          <ScriptButton
            mt="sm"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open(null)}
          >
            Add provider
          </ScriptButton>
          <Dialog
            opened={isOpen}
            onClose={dialog.close}
            title={edited ? `Edit ${edited.name}` : "Add provider"}
            closeOnClickOutside={false}
          >
            <ProviderForm
              key={edited?.provider ?? ""}
              edited={edited}
              taken={providers.map(({ provider }) => provider)}
              callbackBase={callbackBase}
              forms={changes.forms}
              set={changes.set}
              close={dialog.close}
            />
          </Dialog>
          {question}
        </>
      )}
    </KeepFocus>
  );
}

interface ActionsProps {
  item: Provider;
  tryBase: string;
  edit: () => void;
  remove: () => void;
}

function ProviderActions({ item: { provider, name }, tryBase, edit, remove }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <TryLink href={`${tryBase}${provider}`} name={name} />
      <RowMenu
        label={`Actions for ${name}`}
        actions={[
          { label: "Edit provider", icon: IconPencil, onSelect: edit },
          { label: "Remove provider", icon: IconTrash, isDestructive: true, onSelect: remove },
        ]}
      />
    </span>
  );
}
