/** A process that has been silent for longer has ended without saying so; it says that it runs every 30 s. */
export const SILENCE_MS = 90_000;
