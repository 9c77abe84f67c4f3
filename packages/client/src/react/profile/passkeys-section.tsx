"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import type { Passkey } from "../../wire";
import { useAuth } from "../auth-provider";
import { ConfirmFirst } from "../confirm-first";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Field, textOf } from "../forms/fields";
import { LoadFailure } from "../load-failure";
import { TextButton } from "../panel";
import { useFirstFocus } from "../use-first-focus";
import { useLoaded } from "../use-loaded";
import { useText } from "../use-text";
import { ActionButton, Section, useDate } from "./section";
import { useConfirmed } from "./use-confirmed";

/** The user's passkeys, with buttons to add, rename and remove them. */
export function PasskeysSection(): ReactNode {
  const auth = useAuth();
  const text = useText();
  const { data, failure, isLoading, reload } = useLoaded(auth.passkey.list);
  const { run, confirmation } = useConfirmed();

  const add = () =>
    run(async () => {
      const result = await auth.passkey.register();
      if (result.ok) await reload();
      return result;
    });
  const remove = (id: string) =>
    run(async () => {
      const result = await auth.passkey.delete({ id });
      if (result.ok) await reload();
      return result;
    });

  return (
    <Section title={text("profile.passkeys")} isBusy={isLoading}>
      <ConfirmFirst />
      <LoadFailure failure={failure} />
      {data?.passkeys.length === 0 ? <p data-part="text">{text("profile.noPasskeys")}</p> : null}
      {confirmation}
      <ul data-part="items">
        {data?.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => remove(passkey.id)} onRenamed={reload} />
        ))}
      </ul>
      <ActionButton onAct={add}>{text("profile.addPasskey")}</ActionButton>
    </Section>
  );
}

interface PasskeyItemProps {
  passkey: Passkey;
  onRemove: Parameters<typeof ActionButton>[0]["onAct"];
  onRenamed: () => Promise<void>;
}

function PasskeyItem({ passkey, onRemove, onRenamed }: PasskeyItemProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const date = useDate();
  const [isNaming, setNaming] = useState(false);
  const name = passkey.name || text("profile.passkey");

  async function rename(fields: FormData) {
    const result = await auth.passkey.rename({ id: passkey.id, name: textOf(fields, "name").trim() });
    if (!result.ok) return result;
    setNaming(false);
    await onRenamed();
    return undefined;
  }

  return (
    <li data-part="item">
      <p data-part="item-text">
        <strong>{name}</strong>{" "}
        <span data-part="detail">{text("profile.created", { date: date(passkey.createdAt) })}</span>
      </p>
      {isNaming ? (
        <RenameForm name={name} onSubmit={rename} onCancel={() => setNaming(false)} />
      ) : (
        <div data-part="row">
          <button
            type="button"
            data-part="link"
            aria-label={`${text("action.rename")}: ${name}`}
            onClick={() => setNaming(true)}
          >
            {text("action.rename")}
          </button>
          <ActionButton part="link" label={`${text("action.remove")}: ${name}`} onAct={onRemove}>
            {text("action.remove")}
          </ActionButton>
        </div>
      )}
    </li>
  );
}

interface RenameFormProps {
  name: string;
  onSubmit: ComponentProps<typeof AuthForm>["onSubmit"];
  onCancel: () => void;
}

function RenameForm({ name, onSubmit, onCancel }: RenameFormProps): ReactNode {
  const text = useText();
  const place = useFirstFocus();
  return (
    <div data-part="step" ref={place}>
      <AuthForm part="form" onSubmit={onSubmit}>
        <Field name="name" type="text" label={text("profile.passkeyName")} defaultValue={name} maxLength={100} />
        <SubmitButton part="secondary">{text("action.save")}</SubmitButton>
        <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
      </AuthForm>
    </div>
  );
}
