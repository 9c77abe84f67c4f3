"use client";

import type { ReactNode } from "react";
import { fail } from "../failure";
import { ConnectionLink } from "./connection-link";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { EmailField, textOf } from "./forms/fields";
import { Panel, TextButton } from "./panel";
import type { SignInStepProps } from "./sign-in-step";
import { useConnection } from "./use-connection";
import { useText } from "./use-text";

/** The step that leads to the identity provider of a company, by an address of its domain. */
export function SsoStep(props: SignInStepProps): ReactNode {
  const { headingLevel, className, takesFocus, hiddenFields, failure, defaultEmail, actions, links, onStep } = props;
  const text = useText();
  // A page that shows this step has a project with a connection, regardless of the methods that the app wants shown
  // elsewhere.
  const company = useConnection({ ...props, showSso: true });

  async function submit(fields: FormData) {
    const email = textOf(fields, "email").trim();
    const found = company.connection ?? (await company.find(email));
    if (found === null) return fail("sso_not_found", "No connection has verified the domain of this address");
    return company.open(found);
  }

  return (
    <Panel
      part="sso"
      title={text("sso.title")}
      text={text("sso.text")}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      <AuthForm part="form" onSubmit={submit} action={actions.sso} hiddenFields={hiddenFields} failure={failure}>
        <EmailField defaultValue={defaultEmail} onTyped={company.look} />
        <ConnectionLink connection={company.connection} redirectTo={props.redirectTo} />
        {company.connection === null ? <SubmitButton>{text("action.continue")}</SubmitButton> : null}
      </AuthForm>
      <p data-part="switch">
        <TextButton href={links.signIn} onClick={() => onStep({ name: "sign-in" })}>
          {text("sso.otherWay")}
        </TextButton>
      </p>
    </Panel>
  );
}
