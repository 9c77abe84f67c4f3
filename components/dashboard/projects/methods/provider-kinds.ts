interface ProviderKind {
  label: string;
  /** The console in which its client is made: its name and address. */
  console: { name: string; href: string } | null;
  clientId: string;
}

/** The words of the form about each known provider. */
export const PROVIDER_KINDS: Readonly<Record<string, ProviderKind>> = {
  google: {
    label: "Google",
    console: { name: "Google Cloud console, Clients", href: "https://console.cloud.google.com/auth/clients" },
    clientId: "Client ID",
  },
  apple: {
    label: "Apple",
    console: {
      name: "Apple Developer, Identifiers",
      href: "https://developer.apple.com/account/resources/identifiers/list/serviceId",
    },
    clientId: "Services ID",
  },
  github: {
    label: "GitHub",
    console: { name: "GitHub, Developer settings", href: "https://github.com/settings/developers" },
    clientId: "Client ID",
  },
  discord: {
    label: "Discord",
    console: { name: "Discord Developer Portal", href: "https://discord.com/developers/applications" },
    clientId: "Client ID",
  },
  microsoft: {
    label: "Microsoft",
    console: { name: "Microsoft Entra admin center, App registrations", href: "https://entra.microsoft.com" },
    clientId: "Application (client) ID",
  },
  konnos: { label: "Konnos", console: null, clientId: "Client ID" },
};
