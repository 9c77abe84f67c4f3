import type { Duplex } from "node:stream";
import { startPatience } from "@/lib/core/patience";

/** The codes that stand where a start-up message has its version. */
const CODES = { ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102 } as const;
const PROTOCOL_3 = 3;
const MAX_BYTES = 10_000;
const MILLISECONDS = 10_000;

/** A start-up that is refused, with its SQLSTATE. */
export class StartUpRefusal extends Error {
  override readonly name = "StartUpRefusal";
  readonly sqlState: string;

  constructor(sqlState: string, message: string) {
    super(message);
    this.sqlState = sqlState;
  }
}

/** Returns the parameters of a start-up message. Throws `StartUpRefusal`; `null` for a client that goes away. */
export async function readStartUp(socket: Duplex): Promise<Map<string, string> | null> {
  const endPatience = startPatience(MILLISECONDS, () => socket.destroy());
  try {
    for (;;) {
      const body = await readFirst(socket);
      if (!body) return null;
      const code = body.readInt32BE(0);
      if (code === CODES.cancel)
        throw new StartUpRefusal("0A000", "Statements can't be cancelled from another connection.");
      if (code === CODES.ssl || code === CODES.gss) {
        socket.write("N");
        continue;
      }
      if (code >> 16 !== PROTOCOL_3) throw new StartUpRefusal("08P01", "The protocol must be 3.0.");
      return parametersOf(body.subarray(4));
    }
  } finally {
    endPatience();
  }
}

async function readFirst(socket: Duplex): Promise<Buffer | null> {
  const head = await readExactly(socket, 4);
  if (!head) return null;
  const length = head.readUInt32BE(0);
  if (length < 8 || length > MAX_BYTES) throw new StartUpRefusal("08P01", "The start-up message has a wrong length.");
  return readExactly(socket, length - 4);
}

function readExactly(socket: Duplex, bytes: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (result: Buffer | null) => {
      socket.off("readable", look).off("close", gone).off("end", gone).off("error", gone);
      resolve(result);
    };
    const gone = () => done(null);
    const look = () => {
      const chunk = socket.read(bytes) as Buffer | null;
      if (chunk) done(chunk.length === bytes ? chunk : null);
    };
    socket.on("readable", look).on("close", gone).on("end", gone).on("error", gone);
    if (socket.destroyed || socket.readableEnded) done(null);
    else look();
  });
}

function parametersOf(body: Buffer): Map<string, string> {
  const words = body.toString("utf8").split("\0");
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < words.length && words[index]; index += 2) {
    pairs.set(words[index] ?? "", words[index + 1] ?? "");
  }
  return pairs;
}

/**
 * Throws `StartUpRefusal` for another user or database than the function's own, and for options that a kept session
 * can't take.
 */
export function requireOwn(parameters: ReadonlyMap<string, string>): void {
  if (parameters.get("user") !== "function") throw new StartUpRefusal("28000", "The user must be function.");
  if (parameters.get("database") !== "db") throw new StartUpRefusal("3D000", "The database must be db.");
  const replication = parameters.get("replication") ?? "false";
  if (!/^(false|off|no|0)$/.test(replication)) throw new StartUpRefusal("0A000", "Functions can't replicate.");
  if (parameters.get("options")) {
    throw new StartUpRefusal("0A000", "Options can't be given at the start. Set them with SET.");
  }
  const encoding = parameters.get("client_encoding") ?? "UTF8";
  if (!/^utf-?8$/i.test(encoding.replace(/['"]/g, ""))) {
    throw new StartUpRefusal("0A000", "The client encoding must be UTF8.");
  }
}
