/** The suites in the order of the report: a driver, and the doors that it goes in by. */
export const SUITES = [
  "Neon's driver in Node, by HTTP and WebSocket",
  "Neon's driver in an edge runtime, by HTTP and WebSocket",
  "node-postgres by TCP",
  "node-postgres by WebSocket",
] as const;
export type Suite = (typeof SUITES)[number];
