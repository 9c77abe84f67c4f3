"use client";

import { FileInput, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Facts } from "@/components/ui/facts";
import type { FormAction } from "@/components/ui/form-action";
import { Moment } from "@/components/ui/moment";
import { SubmitButton } from "@/components/ui/submit-button";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import classes from "./sso.module.css";

interface Props {
  connection: Pick<SsoConnection, "protocol" | "saml" | "oidc">;
  /** `null` for a member who may not. */
  setMetadata: FormAction | null;
  setClient: FormAction | null;
}

/** The company's side: its known values, and the form that sets it. */
export function IdentityProvider({ connection, setMetadata, setClient }: Props) {
  const { protocol, saml, oidc } = connection;
  if (protocol === "oidc") {
    return (
      <>
        {oidc && (
          <Facts
            facts={[
              ["Issuer", <code key="issuer">{oidc.issuer}</code>],
              ["Client ID", <code key="client">{oidc.clientId}</code>],
              ["Client secret", "Set, and never shown"],
            ]}
          />
        )}
        {setClient && <ClientForm oidc={oidc} set={setClient} />}
      </>
    );
  }
  return (
    <>
      {saml && (
        <Facts
          facts={[
            ["Entity ID", <code key="entity">{saml.entityId}</code>],
            ...(saml.metadata === null
              ? []
              : [
                  [
                    "Metadata",
                    <span key="metadata">
                      <code>{saml.metadata.url}</code>
                      {saml.metadata.problem !== null && (
                        <span className={classes.problem}>{saml.metadata.problem}</span>
                      )}
                    </span>,
                  ] as const,
                ]),
            ["Sign-in address", <code key="address">{saml.signInUrl}</code>],
            ...saml.certificates.map(
              ({ fingerprint, expiresAt }, index) =>
                [
                  saml.certificates.length === 1 ? "Certificate" : `Certificate ${index + 1}`,
                  <span key={fingerprint}>
                    until <Moment at={expiresAt} form="exact" />
                    <code className={classes.fingerprint}>{fingerprint}</code>
                  </span>,
                ] as const,
            ),
          ]}
        />
      )}
      {setMetadata && <MetadataForm isSet={saml !== null} set={setMetadata} />}
    </>
  );
}

function MetadataForm({ isSet, set }: { isSet: boolean; set: FormAction }) {
  const [text, setText] = useState("");
  return (
    <ActionForm action={set} label="Metadata" done="Metadata saved" onDone={() => setText("")}>
      <TextInput
        name="metadataUrl"
        label="Address of the metadata"
        description="Checked every hour, so a renewed certificate is picked up"
        placeholder="https://idp.acme.example/metadata"
        maxLength={2_048}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
      />
      <FileInput
        label={isSet ? "Or new metadata" : "Or the metadata"}
        description="The XML file of the identity provider"
        placeholder="Choose file"
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        onChange={(file) => void file?.text().then(setText)}
      />
      <Textarea
        name="metadata"
        label="Or paste it"
        rows={5}
        maxLength={262_144}
        spellCheck={false}
        placeholder="<EntityDescriptor …"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        classNames={{ input: classes.metadata ?? "" }}
      />
      <div>
        <SubmitButton variant="default">Save metadata</SubmitButton>
      </div>
    </ActionForm>
  );
}

function ClientForm({ oidc, set }: { oidc: SsoConnection["oidc"]; set: FormAction }) {
  return (
    <ActionForm action={set} label="Client" done="Client saved">
      <TextInput
        name="issuer"
        label="Issuer"
        placeholder="https://login.acme.example"
        defaultValue={oidc?.issuer}
        required
        maxLength={2_048}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
      />
      <TextInput
        name="clientId"
        label="Client ID"
        defaultValue={oidc?.clientId}
        required
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        name="clientSecret"
        label="Client secret"
        description={oidc ? "Leave it empty to keep the current secret" : undefined}
        required={oidc === null}
        maxLength={2_048}
        autoComplete="off"
      />
      <div>
        <SubmitButton variant="default">Save client</SubmitButton>
      </div>
    </ActionForm>
  );
}
