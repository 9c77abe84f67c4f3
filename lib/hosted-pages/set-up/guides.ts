import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";

/** The values that an administrator copies, each with the name of the field that takes it. */
type Copied = readonly [name: string, value: string];

export interface Guide {
  id: string;
  name: string;
  steps: readonly string[];
  addresses: readonly Copied[];
}

type Provider = SsoConnection["serviceProvider"];

const SAML_GUIDES = [
  {
    id: "okta",
    name: "Okta",
    steps: [
      "In the Okta Admin Console, open Applications, and choose Create App Integration, then SAML 2.0.",
      "Enter the addresses below. As Name ID format, choose Persistent or EmailAddress.",
      "Under Attribute Statements, add email with the value user.email, firstName with user.firstName, and lastName with user.lastName.",
      "Assign the people who may sign in. On the tab Sign On, copy the Metadata URL.",
    ],
    names: { acsUrl: "Single sign-on URL", entityId: "Audience URI (SP Entity ID)" },
  },
  {
    id: "entra",
    name: "Microsoft Entra ID",
    steps: [
      "In the Entra admin center, open Enterprise applications, and choose New application, then Create your own application.",
      "Under Single sign-on, choose SAML, and enter the addresses below in Basic SAML Configuration.",
      "Under Attributes & Claims, choose user.mail for emailaddress, and Persistent as the format of the Unique User Identifier.",
      "Assign users and groups. Under SAML Certificates, copy the App Federation Metadata Url.",
      "If you switch on Token encryption, edit SAML Certificates: set Signing Option to Sign SAML response and assertion.",
    ],
    names: { acsUrl: "Reply URL (Assertion Consumer Service URL)", entityId: "Identifier (Entity ID)" },
  },
  {
    id: "google",
    name: "Google Workspace",
    steps: [
      "In the Google Admin console, open Apps, Web and mobile apps, and choose Add custom SAML app.",
      "Download the metadata, and continue. Enter the addresses below. As Name ID format, choose EMAIL.",
      "Under Attributes, map Primary email to email, First name to firstName, and Last name to lastName.",
      "Turn the app on for the people who may sign in.",
    ],
    names: { acsUrl: "ACS URL", entityId: "Entity ID" },
  },
  {
    id: "keycloak",
    name: "Keycloak",
    steps: [
      "In your realm, open Clients, and choose Create client with the type SAML.",
      "Enter the addresses below. Switch Sign assertions on, and Client signature required off.",
      "As Name ID format, choose persistent. Add the mappers X500 email, X500 givenName and X500 surname.",
      "Under Realm settings, open SAML 2.0 Identity Provider Metadata, and copy its address.",
    ],
    names: { acsUrl: "Valid redirect URI", entityId: "Client ID" },
  },
  {
    id: "saml",
    name: "Another identity provider with SAML",
    steps: [
      "Add an application or service provider, and enter the addresses below.",
      "The assertion must be signed by RSA with SHA-256, and the NameID must last: persistent, or an email address.",
      "Send the attributes email, firstName and lastName.",
      "Copy the address of the identity provider's metadata, or download it as XML.",
    ],
    names: { acsUrl: "ACS URL", entityId: "Entity ID, audience" },
  },
] as const;

const OIDC_STEPS = {
  okta: [
    "Okta",
    "In the Okta Admin Console, open Applications, and choose Create App Integration, then OIDC and Web Application.",
    "Enter the address below as Sign-in redirect URI, and assign the people who may sign in.",
    "The issuer is the address of your Okta organisation, such as https://acme.okta.com.",
  ],
  entra: [
    "Microsoft Entra ID",
    "In the Entra admin center, open App registrations, and choose New registration.",
    "Enter the address below as Redirect URI of the type Web. Under Certificates & secrets, create a client secret.",
    "The issuer is https://login.microsoftonline.com/<tenant ID>/v2.0. Add the optional claim email to the ID token.",
  ],
  google: [
    "Google Workspace",
    "In the Google Cloud console, open APIs & Services, Credentials, and create an OAuth client ID of the type Web application.",
    "Enter the address below as authorised redirect URI.",
    "The issuer is https://accounts.google.com.",
  ],
  keycloak: [
    "Keycloak",
    "In your realm, open Clients, and choose Create client with the type OpenID Connect. Switch Client authentication on.",
    "Enter the address below as Valid redirect URI. The secret is on the tab Credentials.",
    "The issuer is https://<your Keycloak>/realms/<realm>.",
  ],
  oidc: [
    "Another issuer with OpenID Connect",
    "Register a confidential client for the authorization code flow with PKCE.",
    "Enter the address below as redirect URI.",
    "The ID token must have email, and should have name.",
  ],
} as const;

/** Returns the guides that fit a connection, the commonest identity providers first. */
export function guidesFor(protocol: SsoConnection["protocol"], provider: Provider): Guide[] {
  if (protocol === "oidc") {
    return Object.entries(OIDC_STEPS).map(([id, [name, ...steps]]) => {
      return { id, name, steps, addresses: oidcAddresses(provider) };
    });
  }
  return SAML_GUIDES.map(({ names, ...guide }) => ({
    ...guide,
    addresses: [
      [names.acsUrl, provider.acsUrl],
      [names.entityId, provider.entityId],
    ],
  }));
}

function oidcAddresses({ redirectUri, postLogoutRedirectUri }: Provider): Guide["addresses"] {
  return [
    ["Redirect URI", redirectUri],
    ["Post-logout redirect URI", postLogoutRedirectUri],
  ];
}
