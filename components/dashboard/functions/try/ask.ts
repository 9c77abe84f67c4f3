import { linesOf } from "@/components/ui/lines-of";
import { noteSession } from "@/components/ui/session";

export interface TryRequest {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: string;
  as: "visitor" | "server" | "user";
  user: string;
}

export interface TryAnswer {
  status: number | null;
  headers: readonly (readonly [name: string, value: string])[];
  /** The text that has come so far. */
  body: string;
  isBinary: boolean;
  bytes: number | null;
  durationMs: number | null;
  /** The ID by which the log names the call; `null` where it was not begun. */
  invocation: string | null;
  /** Why there is no answer, or no whole one. */
  refusal: string | null;
}

const NOTHING: TryAnswer = {
  ...{ status: null, headers: [], body: "", isBinary: false, bytes: null },
  ...{ durationMs: null, invocation: null, refusal: null },
};
const INVOCATION_HEADER = "x-coppice-invocation";
const AWAY = "The service can't be reached. Try again.";

type Line =
  | { status: number; headers: [string, string][]; durationMs: number }
  | { piece: string }
  | { bytes: number; durationMs: number }
  | { error: { message: string } };

/** Calls a function, and tells of its answer whenever more of it has come. */
export async function askFunction(
  address: string,
  request: TryRequest,
  tell: (answer: TryAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  let answer = NOTHING;
  const update = (part: Partial<TryAnswer>) => {
    answer = { ...answer, ...part };
    tell(answer);
  };
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  }).catch(() => null);
  if (signal.aborted) return;
  if (!response) return update({ refusal: AWAY });
  if (response.status === 401) noteSession(true);
  if (!response.ok || !response.body) {
    const { error } = await response.json().catch(() => ({ error: null }));
    return update({ refusal: error?.message ?? AWAY, invocation: response.headers.get(INVOCATION_HEADER) });
  }
  const decoder = new TextDecoder("utf-8");
  try {
    for await (const line of linesOf(response.body)) update(partOf(JSON.parse(line), answer, decoder));
  } catch {
    if (!signal.aborted) update({ refusal: "The answer broke off." });
  }
}

function partOf(line: Line, { body, isBinary }: TryAnswer, decoder: TextDecoder): Partial<TryAnswer> {
  if ("error" in line) return { refusal: line.error.message };
  if ("piece" in line) {
    const bytes = Uint8Array.from(atob(line.piece), (each) => each.charCodeAt(0));
    return { body: body + decoder.decode(bytes, { stream: true }), isBinary: isBinary || bytes.includes(0) };
  }
  if ("bytes" in line) return { bytes: line.bytes, durationMs: line.durationMs, body: body + decoder.decode() };
  const invocation = line.headers.find(([name]) => name === INVOCATION_HEADER)?.[1] ?? null;
  return { ...line, invocation };
}

const FIELD = /^([^:]+):(.*)$/;

/** Returns the header fields of a text, one per line; the line that is none where there is one. */
export function readHeaders(text: string): TryRequest["headers"] | { wrong: string } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const wrong = lines.find((line) => !FIELD.test(line));
  if (wrong !== undefined) return { wrong };
  return lines.map((line) => {
    const [, name = "", value = ""] = FIELD.exec(line) ?? [];
    return [name.trim(), value.trim()];
  });
}
