/** The processes of the service that a round may kill. */
export const PARTS = ["web", "worker", "host guard", "control postmaster", "host postmaster"] as const;
export type Part = (typeof PARTS)[number];

export interface Kind {
  name: string;
  parts: readonly Part[];
  /** It is started again by the campaign, as an operator or an init system would. */
  killsSupervisor: boolean;
}

export const KINDS: readonly Kind[] = [
  ...PARTS.map((part) => ({ name: part, parts: [part], killsSupervisor: false })),
  { name: "supervisor", parts: [], killsSupervisor: true },
  { name: "both postmasters", parts: ["control postmaster", "host postmaster"], killsSupervisor: false },
  { name: "web and host postmaster", parts: ["web", "host postmaster"], killsSupervisor: false },
  { name: "everything", parts: PARTS, killsSupervisor: true },
];
