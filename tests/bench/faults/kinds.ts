/** The processes of the service that are always there. */
export const PARTS = ["web", "worker", "host guard", "control postmaster", "host postmaster"] as const;
/** The processes that are there while somebody asks for them. */
export const PARTS_ON_DEMAND = ["content", "sql", "realtime", "functions"] as const;
export type Part = (typeof PARTS)[number] | (typeof PARTS_ON_DEMAND)[number];

export interface Kind {
  name: string;
  parts: readonly Part[];
  /** It is started again by the campaign, as an operator or an init system would. */
  killsSupervisor: boolean;
}

const alone = (part: Part): Kind => ({ name: part, parts: [part], killsSupervisor: false });
const SUPERVISOR: Kind = { name: "supervisor", parts: [], killsSupervisor: true };

/** Each component by itself. */
export const COMPONENTS: readonly Kind[] = [...PARTS.map(alone), ...PARTS_ON_DEMAND.map(alone), SUPERVISOR];

export const KINDS: readonly Kind[] = [
  ...PARTS.map(alone),
  SUPERVISOR,
  { name: "both postmasters", parts: ["control postmaster", "host postmaster"], killsSupervisor: false },
  { name: "web and host postmaster", parts: ["web", "host postmaster"], killsSupervisor: false },
  { name: "everything", parts: PARTS, killsSupervisor: true },
];
