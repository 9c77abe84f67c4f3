import type { Duplex } from "node:stream";

/** A session whose messages pass unread (PostgreSQL 18, chapter 54, protocol 3.0). */
export interface RawSession {
  /** Has the bytes after the first ReadyForQuery, both ways. It is paused. */
  readonly stream: Duplex;
  /** The parameters that the server reported at the start, in its order. */
  readonly parameters: readonly ReportedParameter[];
  readonly processId: number;
  readonly secretKey: number;
  /** Cancels the statement that runs. */
  cancel(): Promise<void>;
  /** Lets the server finish work that takes no time, then ends the session in the middle of any running statement. */
  end(): Promise<void>;
}

/** The role is the database's own or that of a shell connection. */
export interface RawLogin {
  role: string;
  password: string;
}

export interface ReportedParameter {
  name: string;
  value: string;
}

export interface RawSessionOptions {
  applicationName: string;
  /** These run-time settings override the settings of the role and the database. */
  settings: Readonly<Record<string, string>>;
}
