import type { ReportedParameter } from "@/lib/core/ports/raw-session";

/** The formats are those of PostgreSQL 18, 54.7. */
const PROTOCOL_3_0 = 3 << 16;

export const AUTHENTICATION_OK = message("R", int32(0));
export const CLEARTEXT_PASSWORD = message("R", int32(3));
export const READY_FOR_QUERY = message("Z", Buffer.from("I"));
/** The one byte by which TLS and GSSAPI are declined. */
export const DECLINED = Buffer.from("N");

export function parameterStatus({ name, value }: ReportedParameter): Buffer {
  return message("S", text(name), text(value));
}

export function backendKeyData(processId: number, secretKey: number): Buffer {
  return message("K", int32(processId), int32(secretKey));
}

/** Says that the protocol is 3.0, and which of the options that were asked for don't exist. */
export function negotiateProtocolVersion(unknownOptions: readonly string[]): Buffer {
  return message("v", int32(PROTOCOL_3_0), int32(unknownOptions.length), ...unknownOptions.map(text));
}

/** An ErrorResponse after which the connection ends. */
export function fatalError({ sqlState, message: said }: { sqlState: string; message: string }): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${sqlState}`, `M${said}`];
  return message("E", ...fields.map(text), Buffer.alloc(1));
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A text ends at its first zero byte. */
function text(value: string): Buffer {
  return Buffer.from(`${value.replaceAll("\0", "")}\0`);
}
