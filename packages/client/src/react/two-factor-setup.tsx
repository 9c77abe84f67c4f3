"use client";

import { type ReactNode, useState } from "react";
import { TextsProvider, useAuth, useUser } from "./auth-provider";
import { BackupCodes } from "./backup-codes";
import { ConfirmFirst } from "./confirm-first";
import { AuthForm, type ShownFailure, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf } from "./forms/fields";
import { Panel } from "./panel";
import { QrCode } from "./qr-code";
import type { PanelBaseProps } from "./sign-in-types";
import { StepUpForm } from "./step-up-form";
import { useText } from "./use-text";

/**
 * Props of `TwoFactorSetup`.
 *
 * @example
 * const props: TwoFactorSetupProps = { onChange: (isEnabled) => console.log(isEnabled) };
 */
export interface TwoFactorSetupProps extends PanelBaseProps {
  /** Whether the second factor is on, by default as in the session's user. */
  isEnabled?: boolean;
  /** A set-up that a page started without scripts. */
  setup?: TwoFactorSetupUnderWay;
  /** The addresses that the forms post to without scripts. */
  actions?: { enable?: string; verify?: string; generate?: string; disable?: string };
  /** Fields that are posted besides the visible ones. */
  hiddenFields?: Readonly<Record<string, string>>;
  /** A failure to show from the start. */
  failure?: ShownFailure;
  /** Called after the second factor was turned on or off. */
  onChange?: (isEnabled: boolean) => void;
}

/**
 * A set-up that `twoFactor.enable` started.
 *
 * @example
 * const setup: TwoFactorSetupUnderWay = { totpURI: "otpauth://totp/…", backupCodes: ["K7QX-2MRD"] };
 */
export interface TwoFactorSetupUnderWay {
  /** The `otpauth:` address that the QR code holds. */
  totpURI: string;
  /** The backup codes, which are shown once. */
  backupCodes: readonly string[];
}

/**
 * Turns the second factor on and off, and creates new backup codes.
 *
 * @example
 * <TwoFactorSetup onChange={(isEnabled) => console.log(isEnabled)} />
 */
export function TwoFactorSetup({ locale, messages, ...props }: TwoFactorSetupProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <Setup {...props} />
    </TextsProvider>
  );
}

type Shown =
  | { name: "overview" | "enable" | "generate" | "disable" }
  | ({ name: "scan" } & TwoFactorSetupUnderWay)
  | { name: "codes"; codes: readonly string[] };

function Setup(props: Omit<TwoFactorSetupProps, "locale" | "messages">): ReactNode {
  const { actions = {}, hiddenFields, failure, headingLevel, className } = props;
  const auth = useAuth();
  const text = useText();
  const [shown, setShown] = useState<Shown>(props.setup ? { name: "scan", ...props.setup } : { name: "overview" });
  const { isEnabled, change } = useIsEnabled(props);
  const panel = { headingLevel, className };
  const posted = { hiddenFields, failure };
  const onCancel = () => setShown({ name: "overview" });
  const asked = { ...posted, onCancel };

  return (
    <Panel part="two-factor-setup" title={text("setup.title")} step={shown.name} {...panel}>
      {shown.name === "overview" && !isEnabled ? <ConfirmFirst /> : null}
      {shown.name === "overview" ? <Overview isEnabled={isEnabled} onStep={(name) => setShown({ name })} /> : null}
      {shown.name === "enable" ? (
        <StepUpForm
          key="enable"
          text={text("setup.startText")}
          submitText={text("setup.start")}
          {...asked}
          action={actions.enable}
          onSubmit={async (password) => {
            const begun = await auth.twoFactor.enable(password);
            if (begun.ok) setShown({ name: "scan", totpURI: begun.totpURI, backupCodes: begun.backupCodes });
            return begun;
          }}
        />
      ) : null}
      {shown.name === "scan" ? (
        <Scan
          {...shown}
          {...posted}
          action={actions.verify}
          onVerified={() => {
            change(true);
            setShown({ name: "codes", codes: shown.backupCodes });
          }}
        />
      ) : null}
      {shown.name === "codes" ? <BackupCodes codes={shown.codes} onDone={onCancel} /> : null}
      {shown.name === "generate" ? (
        <StepUpForm
          key="generate"
          text={text("setup.newCodesText")}
          submitText={text("setup.newCodes")}
          {...asked}
          action={actions.generate}
          onSubmit={async (password, code) => {
            const made = await auth.twoFactor.generateBackupCodes(password, { code });
            if (made.ok) setShown({ name: "codes", codes: made.codes });
            return made;
          }}
        />
      ) : null}
      {shown.name === "disable" ? (
        <StepUpForm
          key="disable"
          text={text("setup.disableText")}
          submitText={text("setup.disable")}
          isDangerous
          {...asked}
          action={actions.disable}
          onSubmit={async (password, code) => {
            const done = await auth.twoFactor.disable(password, { code });
            if (done.ok) {
              change(false);
              onCancel();
            }
            return done;
          }}
        />
      ) : null}
    </Panel>
  );
}

/** A change made here is known before the session is read again. */
function useIsEnabled({ isEnabled, onChange }: Pick<TwoFactorSetupProps, "isEnabled" | "onChange">) {
  const { user } = useUser();
  const [changed, setChanged] = useState<boolean | null>(null);
  const change = (next: boolean) => {
    setChanged(next);
    onChange?.(next);
  };
  return { isEnabled: changed ?? isEnabled ?? user?.twoFactorEnabled ?? false, change };
}

function Overview({
  isEnabled,
  onStep,
}: {
  isEnabled: boolean;
  onStep: (name: "enable" | "generate" | "disable") => void;
}) {
  const text = useText();
  return (
    <>
      <p data-part="text">{text(isEnabled ? "setup.on" : "setup.off")}</p>
      <div data-part="row">
        {isEnabled ? (
          <>
            <button type="button" data-part="secondary" onClick={() => onStep("generate")}>
              {text("setup.newCodes")}
            </button>
            <button type="button" data-part="danger" onClick={() => onStep("disable")}>
              {text("setup.disable")}
            </button>
          </>
        ) : (
          <button type="button" data-part="submit" onClick={() => onStep("enable")}>
            {text("setup.start")}
          </button>
        )}
      </div>
    </>
  );
}

interface ScanProps extends TwoFactorSetupUnderWay {
  action: string | undefined;
  hiddenFields: Readonly<Record<string, string>> | undefined;
  failure: ShownFailure | undefined;
  onVerified: () => void;
}

function Scan({ totpURI, action, hiddenFields, failure, onVerified }: ScanProps): ReactNode {
  const auth = useAuth();
  const text = useText();

  async function submit(fields: FormData) {
    const result = await auth.twoFactor.verify(digitsOf(fields));
    if (!result.ok) return result.twoFactorRequired ? undefined : result;
    onVerified();
    return undefined;
  }

  return (
    <>
      <p data-part="text">{text("setup.scan")}</p>
      <QrCode text={totpURI} label={text("setup.qr")} />
      <p data-part="text">
        {text("setup.manual")} <code data-part="secret">{secretOf(totpURI)}</code>
      </p>
      <AuthForm part="form" onSubmit={submit} action={action} hiddenFields={hiddenFields} failure={failure}>
        <CodeField />
        <SubmitButton>{text("setup.verify")}</SubmitButton>
      </AuthForm>
    </>
  );
}

/** Returns the key in groups of four, which are easier to type. */
function secretOf(totpURI: string): string {
  const secret = URL.parse(totpURI)?.searchParams.get("secret") ?? "";
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
