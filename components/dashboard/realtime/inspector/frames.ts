/** A frame of the socket, or an event of the connection. */
export interface ShownFrame {
  id: number;
  /** When it came, in milliseconds of the Unix time. */
  at: number;
  frame: Readonly<Record<string, unknown>>;
}

type FrameKind = "good" | "waiting" | "warning" | "bad" | "quiet";

const OPERATIONS: Record<string, FrameKind> = { insert: "good", update: "waiting", delete: "bad" };

const GAPS: Record<string, string> = {
  expired: "Events are missing: the connection came back too late.",
  overflow: "Events are missing: there were more than this page read.",
  bulk: "Events are missing: one statement changed too many rows to tell them one by one.",
  access:
    "Events may be missing: the user's permissions have changed or can't be told, or the database could not be read.",
};

const RESUMED = "The connection is back, and nothing was missed.";

interface FrameLine {
  word: string;
  kind: FrameKind;
  text: string;
  /** Whether the text is JSON. */
  isData?: boolean;
}

/** Returns the kind of a frame in one word, its look, and its content in one line. */
export function lineOf(frame: ShownFrame["frame"]): FrameLine {
  const { type, op, event, reason, message, code } = frame;
  switch (type) {
    case "change":
      return {
        word: String(op),
        kind: OPERATIONS[String(op)] ?? "quiet",
        text: shortJson(frame.new ?? frame.old),
        isData: true,
      };
    case "message":
      return { word: String(event), kind: "good", text: shortJson(frame.payload), isData: true };
    case "gap":
      return { word: "gap", kind: "warning", text: GAPS[String(reason)] ?? `Events are missing: ${reason}.` };
    case "error":
      return { word: "error", kind: "bad", text: `${message} (${code})` };
    case "subscribed":
      return { word: "subscribed", kind: "quiet", text: frame.resumed ? RESUMED : "Every event from now on is shown." };
    case "lost":
      return { word: "lost", kind: "warning", text: "The connection was lost." };
    default:
      return { word: String(type), kind: "quiet", text: String(message ?? "") };
  }
}

const SHOWN_CHARACTERS = 300;

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** A cursor is long and says nothing to a reader. */
const CURSOR_CHARACTERS = 12;

/** Returns the frame as it is shown when it is opened. */
export function shownData(frame: ShownFrame["frame"]): object {
  const { subscriptionId: _, cursor, ...rest } = frame;
  return typeof cursor === "string" ? { ...rest, cursor: `${cursor.slice(0, CURSOR_CHARACTERS)}…` } : rest;
}

/** Returns the local time of a frame to the millisecond, such as `14:02:07.120`. */
export function timeText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${time}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
