import { AUDIT_AREAS, wordsOf } from "@/lib/core/audit/resource";
import type { SentencePiece } from "@/lib/people/audit/resource";

/** The choices by which the audit log is filtered: areas, each before its actions. */
export const ACTION_CHOICES = AUDIT_AREAS.flatMap(({ id, label, actions }) => [
  { id, label, isGroup: true },
  ...actions.map((action) => ({ id: action, label: wordsOf(action)?.label ?? action })),
]);

type Data = Record<string, unknown>;

interface Told {
  action: string;
  data: unknown;
  /** The names of the affected database and project; `null` once they are deleted. */
  databaseName: string | null;
  projectName: string | null;
}

const MAX_SUBJECT = 160;

/** Returns the words of an event after its actor, such as `created the API key` and `Deployments`. */
export function sentenceOf({ action, data, databaseName, projectName }: Told): SentencePiece[] {
  const named = isRecord(data) ? data : {};
  // The name of a scheduled restore point is its time, which the entry has.
  const isNameless = action.startsWith("restore_point.") && /^Scheduled \d/.test(String(named.name));
  const values: Data = { ...named, ...(isNameless && { name: null }), database: databaseName, project: projectName };
  const { label, sentence: form } = wordsOf(action) ?? { label: action };
  const sentence = typeof form === "function" ? form(named) : form;
  const pieces = sentence?.split(/[{}]/).map((text, index) => {
    const isSubject = index % 2 === 1;
    return { text: isSubject ? valueText(values[text]) : text, isSubject };
  });
  // An older event may lack a value that the sentence names.
  const isWhole = pieces?.every(({ text, isSubject }) => !isSubject || text !== "");
  const place = placeOf(sentence, { databaseName, projectName, action });
  if (pieces && isWhole) return [...pieces.filter(({ text }) => text !== ""), ...place];
  const plain = { text: label.charAt(0).toLowerCase() + label.slice(1), isSubject: false };
  return [plain, ...place];
}

/** Says in which database or project it was, where the sentence does not. */
function placeOf(
  sentence: string | undefined,
  { databaseName, projectName, action }: Omit<Told, "data">,
): SentencePiece[] {
  const place = databaseName ?? projectName;
  const isNamed = /\{(database|project)\}/.test(sentence ?? "") || NAMED_THEMSELVES.test(action);
  if (place === null || isNamed) return [];
  return [
    { text: " in ", isSubject: false },
    { text: place, isSubject: true },
  ];
}

/** A thing that is made, renamed or deleted is no place. */
const NAMED_THEMSELVES =
  /^(database\.(create|branch|delete)|restore_point\.branch|project\.(create|rename|delete|restore|purge))$/;

function isRecord(data: unknown): data is Data {
  return typeof data === "object" && data !== null;
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return value.toLocaleString("en");
  if (typeof value !== "string") return "";
  const line = value
    .trim()
    .slice(0, 4 * MAX_SUBJECT)
    .replaceAll(/\s+/g, " ");
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT).toWellFormed()}…` : line;
}
