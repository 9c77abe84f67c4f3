"use client";

import { type ReactNode, useState } from "react";
import type { SocialProvider } from "../../wire";
import { useAuth } from "../auth-provider";
import { LoadFailure } from "../load-failure";
import { StepUpForm } from "../step-up-form";
import { useLoaded } from "../use-loaded";
import { useProviderName, useText } from "../use-text";
import { ActionButton, Section } from "./section";
import { useConfirmed } from "./use-confirmed";

/** The providers that the user can sign in by, and those that can be connected. */
export function AccountsSection({ providers }: { providers: readonly SocialProvider[] }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const providerName = useProviderName();
  const { data, failure, isLoading, reload } = useLoaded(auth.account.listAccounts);
  const { run, confirmation } = useConfirmed();
  const linked = data?.accounts.filter(({ providerId }) => providerId !== "credential") ?? [];
  const missing = providers.filter((provider) => !linked.some(({ providerId }) => providerId === provider));
  if (!isLoading && linked.length === 0 && missing.length === 0) return null;

  const unlink = (accountId: string) =>
    run(async () => {
      const result = await auth.account.unlinkAccount({ accountId });
      if (result.ok) await reload();
      return result;
    });
  const link = (provider: SocialProvider) =>
    run(async () => {
      const result = await auth.account.linkSocial({ provider, redirectTo: window.location.href });
      if (result.ok) window.location.assign(result.redirectUrl);
      return result;
    });

  return (
    <Section title={text("profile.accounts")} isBusy={isLoading}>
      <LoadFailure failure={failure} />
      {confirmation}
      <ul data-part="items">
        {linked.map(({ id, providerId }) => (
          <li key={id} data-part="item">
            <p data-part="item-text">
              <strong>{providerName(providerId)}</strong>
            </p>
            <ActionButton
              part="link"
              label={`${text("profile.disconnect")}: ${providerName(providerId)}`}
              onAct={() => unlink(id)}
            >
              {text("profile.disconnect")}
            </ActionButton>
          </li>
        ))}
      </ul>
      {data
        ? missing.map((provider) => (
            <ActionButton key={provider} onAct={() => link(provider)}>
              {text("profile.connect", { provider: providerName(provider) })}
            </ActionButton>
          ))
        : null}
    </Section>
  );
}

/** A button that deletes the account after a question. */
export function DeleteSection({ onDeleted }: { onDeleted: (() => void) | undefined }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isAsking, setAsking] = useState(false);

  async function remove(password: string | undefined) {
    const result = await auth.account.deleteUser({ password });
    if (result.ok) onDeleted?.();
    return result;
  }

  return (
    <Section title={text("profile.delete")}>
      <p data-part="text">{text("profile.deleteText")}</p>
      {isAsking ? (
        <StepUpForm
          submitText={text("profile.deleteConfirm")}
          isDangerous
          onSubmit={remove}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <button type="button" data-part="danger" onClick={() => setAsking(true)}>
          {text("profile.delete")}
        </button>
      )}
    </Section>
  );
}
