export interface SetUpProps {
  company: string;
  app: string;
  protocol: "saml" | "oidc";
  /** Whether it can still be changed. */
  isProtocolOpen: boolean;
  guides: { id: string; name: string; href: string; isChosen: boolean }[];
  steps: readonly string[];
  addresses: readonly (readonly [name: string, value: string])[];
  /** The known facts about the identity provider; `null` until it has been set. */
  identityProvider: string | null;
  domains: { domain: string; isVerified: boolean; name: string; value: string }[];
  /** The address at which a sign-in is tried. */
  tryHref: string;
  action: string;
  /** Why the last form was refused. */
  failure: string | null;
}

/**
 * The page on which a company's administrator sets a connection up. It is in English, as the consoles of identity
 * providers are in their guides.
 */
export function SetUp(props: SetUpProps) {
  const { company, app, failure, identityProvider, domains, action } = props;
  const isReady = identityProvider !== null && domains.some(({ isVerified }) => isVerified);
  return (
    <section data-auth-ui="" data-part="set-up" aria-labelledby="title" lang="en" dir="ltr">
      <h1 data-part="title" id="title">
        Single sign-on for {company}
      </h1>
      <p data-part="text">
        Connect your identity provider, so that your people sign in to {app} with their company account.
      </p>
      <div data-part="error" role="alert">
        {failure}
      </div>
      {props.isProtocolOpen && <Protocol {...props} />}
      <Guide {...props} />
      <IdentityProvider {...props} />
      <Domains {...props} />
      <Trial {...props} />
      <h2 data-part="subtitle">5. Switch it on</h2>
      <p data-part="text">
        {isReady
          ? "Everything is there. Try it first if you haven't: this link stops working once it is on."
          : "Save the identity provider and verify a domain first."}
      </p>
      <form method="post" action={action} data-part="form">
        <input type="hidden" name="step" value="enable" />
        <button type="submit" data-part="submit">
          Switch on single sign-on
        </button>
      </form>
    </section>
  );
}

const PROTOCOLS = { saml: "SAML 2.0", oidc: "OpenID Connect" } as const;

function Protocol({ protocol, action }: SetUpProps) {
  const other = protocol === "saml" ? "oidc" : "saml";
  return (
    <>
      <p data-part="text">
        These steps are for {PROTOCOLS[protocol]}. If your identity provider speaks {PROTOCOLS[other]}, or you prefer
        it, change it before you begin.
      </p>
      <form method="post" action={action} data-part="form" aria-label="Protocol">
        <input type="hidden" name="step" value="protocol" />
        <button type="submit" name="protocol" value={other} data-part="secondary">
          Use {PROTOCOLS[other]} instead
        </button>
      </form>
    </>
  );
}

function Guide({ guides, steps, addresses }: SetUpProps) {
  return (
    <>
      <h2 data-part="subtitle">1. Add the app to your identity provider</h2>
      <ul data-part="guides" aria-label="Identity providers">
        {guides.map(({ id, name, href, isChosen }) => (
          <li key={id}>
            <a href={href} aria-current={isChosen ? "true" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <ol data-part="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {addresses.map(([name, value]) => (
        <Copied key={name} label={name} value={value} />
      ))}
    </>
  );
}

/** A text to copy, which a click into it selects in most browsers, and the keyboard reaches. */
function Copied({ label, value }: { label: string; value: string }) {
  const id = `copied-${label.replaceAll(/\W+/g, "-").toLowerCase()}`;
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={id}>
        {label}
      </label>
      <input data-part="input" id={id} readOnly value={value} spellCheck={false} />
    </div>
  );
}

function IdentityProvider({ protocol, identityProvider, action }: SetUpProps) {
  return (
    <>
      <h2 data-part="subtitle">2. {protocol === "saml" ? "Enter its metadata" : "Enter the client"}</h2>
      {identityProvider !== null && (
        <p data-part="notice" role="status">
          Saved: {identityProvider}
        </p>
      )}
      <form method="post" action={action} data-part="form" aria-label="Identity provider">
        <input type="hidden" name="step" value="provider" />
        {protocol === "saml" ? (
          <>
            <Field name="metadataUrl" label="Address of the metadata" type="url" />
            <div data-part="field">
              <label data-part="label" htmlFor="metadata">
                Or the metadata itself, as XML
              </label>
              <textarea
                data-part="input"
                id="metadata"
                name="metadata"
                rows={5}
                maxLength={60_000}
                spellCheck={false}
              />
            </div>
          </>
        ) : (
          <>
            <Field name="issuer" label="Issuer" type="url" isRequired />
            <Field name="clientId" label="Client ID" type="text" isRequired />
            <Field name="clientSecret" label="Client secret" type="password" isRequired={identityProvider === null} />
          </>
        )}
        <button type="submit" data-part="secondary">
          Save
        </button>
      </form>
    </>
  );
}

function Domains({ domains, action }: SetUpProps) {
  return (
    <>
      <h2 data-part="subtitle">3. Prove your email domain</h2>
      {domains.map(({ domain, isVerified, name, value }) => (
        <section key={domain} data-part="domain" aria-label={domain}>
          <h3 data-part="label">
            {domain}: {isVerified ? "verified" : "not verified yet"}
          </h3>
          {!isVerified && (
            <>
              <Copied label={`TXT record of ${domain}`} value={name} />
              <Copied label={`Value for ${domain}`} value={value} />
              <form method="post" action={action} data-part="form">
                <input type="hidden" name="step" value="check" />
                <input type="hidden" name="domain" value={domain} />
                <button type="submit" data-part="secondary">
                  Check {domain} now
                </button>
              </form>
            </>
          )}
        </section>
      ))}
      <form method="post" action={action} data-part="form" aria-label="Add a domain">
        <input type="hidden" name="step" value="domain" />
        <Field name="domain" label="Domain" type="text" isRequired />
        <button type="submit" data-part="secondary">
          Add domain
        </button>
      </form>
    </>
  );
}

function Trial({ identityProvider, tryHref }: SetUpProps) {
  return (
    <>
      <h2 data-part="subtitle">4. Try it</h2>
      <p data-part="text">
        {identityProvider === null
          ? "Save the identity provider first."
          : "Sign in there once. No one is signed in here: you see the response, and the setting to change if it is refused. We recommend it before you switch it on."}
      </p>
      {identityProvider !== null && (
        <a data-part="secondary" href={tryHref}>
          Try it
        </a>
      )}
    </>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type: "text" | "url" | "password";
  isRequired?: boolean;
}

function Field({ name, label, type, isRequired }: FieldProps) {
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={name}>
        {label}
      </label>
      <input
        data-part="input"
        id={name}
        name={name}
        type={type}
        required={isRequired}
        autoComplete="off"
        maxLength={2_048}
      />
    </div>
  );
}
