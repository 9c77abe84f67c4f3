"use client";

import { FileInput, Textarea } from "@mantine/core";
import { useRef } from "react";
import { Facts } from "@/components/ui/facts";
import { filledForm, withField } from "@/components/ui/forms/filled-form";
import { InlineForm } from "@/components/ui/forms/inline-form";
import { RareField } from "@/components/ui/forms/rare-field";
import { Moment } from "@/components/ui/moment";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { SetUpChanges } from "./changes";
import classes from "./sso.module.css";

interface Props {
  connection: Pick<SsoConnection, "protocol" | "saml" | "oidc">;
  /** `null` for a member who may not. */
  changes: Pick<SetUpChanges, "metadataForm" | "setMetadata" | "clientForm" | "setClient"> | null;
}

/** The company's side: its known values, and the form that sets it. */
export function IdentityProvider({ connection, changes }: Props) {
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
        {changes && (
          <InlineForm
            form={clientForm(changes.clientForm, oidc)}
            action={changes.setClient}
            rare={RareField}
            isSecondary
          />
        )}
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
      {changes && (
        <InlineForm form={changes.metadataForm} action={changes.setMetadata} isSecondary>
          <MetadataFields isSet={saml !== null} />
        </InlineForm>
      )}
    </>
  );
}

/** The metadata itself, pasted or from a file. */
function MetadataFields({ isSet }: { isSet: boolean }) {
  const pasted = useRef<HTMLTextAreaElement>(null);
  const paste = (text: string) => {
    if (pasted.current) pasted.current.value = text;
  };
  return (
    <>
      <FileInput
        label={isSet ? "Or new metadata" : "Or the metadata"}
        description="The XML file of the identity provider"
        placeholder="Choose file"
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        onChange={(file) => void file?.text().then(paste)}
      />
      <Textarea
        ref={pasted}
        name="metadata"
        label="Or paste it"
        rows={5}
        maxLength={262_144}
        spellCheck={false}
        placeholder="<EntityDescriptor …"
        classNames={{ input: classes.metadata ?? "" }}
      />
    </>
  );
}

/** Returns the form of a client, of which a new one needs every field. */
function clientForm(form: Form, oidc: SsoConnection["oidc"]): Form {
  const needed = ["issuer", "clientId"].reduce((of, name) => withField(of, name, { isRequired: true }), form);
  if (oidc) return filledForm(needed, oidc);
  return withField(needed, "clientSecret", { isRequired: true, note: "" });
}
