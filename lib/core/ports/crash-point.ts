/** Runs at every step boundary of an operation; the crash tests end the process there. */
export type CrashPoint = (name: string) => void;
