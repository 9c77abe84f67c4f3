import { type TopLevelFunction, topLevelFunctions } from "./functions";
import type { SourceFile } from "./source-files";

const WRITES =
  /\.db\.\w+\s*\.(create|update|delete)(Many)?(AndReturn)?\(|\.upsert\(|\$executeRaw|\$queryRaw[^`]*`\s*(insert|update|delete)\b/i;
const WING = /^lib\/(sign-in|people|hosting|sql|services)\//;
/** The folders of callers. A verb that jobs alone call has no one to authorise. */
const DOORS = /^(app|lib\/(http|web|hosted-pages|cli))\//;
const AUTHORISES = /^lib\/(core\/access|sign-in\/project-keys)\/.*#require[A-Z]/;
const RECORDS = /#(recordAudit|recordSecurityEvent)$/;

export interface WritingVerb {
  /** `lib/hosting/databases/create.ts#createDatabase`. */
  key: string;
  contextType: string;
  /** Whether it comes to a check of the caller's permission. */
  authorises: boolean;
  /** Whether it comes to an audit row or a security event. */
  records: boolean;
}

/** Returns the verbs that a door calls and that come to a write of the control plane. */
export function writingVerbsOf(files: ReadonlyMap<string, SourceFile>): WritingVerb[] {
  const functions = topLevelFunctions(files);
  return [...calledFromDoors(files)].flatMap((key) => {
    const contextType = functions.get(key)?.contextType ?? null;
    const reached = reachedFrom(key, functions);
    if (contextType === null || !reached.some(({ text }) => WRITES.test(text))) return [];
    const comesTo = (wanted: RegExp) => reached.some((found) => wanted.test(found.key));
    return [{ key, contextType, authorises: comesTo(AUTHORISES), records: comesTo(RECORDS) }];
  });
}

function calledFromDoors(files: ReadonlyMap<string, SourceFile>): Set<string> {
  const called = [...files.values()]
    .filter(({ path }) => DOORS.test(path))
    .flatMap(({ imports }) => imports)
    .flatMap(({ to, values }) => (to !== null && WING.test(to) ? values.map((name) => `${to}#${name}`) : []));
  return new Set(called);
}

/** Returns every function that `start` may come to, itself included. */
function reachedFrom(start: string, functions: ReadonlyMap<string, TopLevelFunction>): TopLevelFunction[] {
  const reached = new Set([start]);
  for (const key of reached) for (const name of functions.get(key)?.names ?? []) reached.add(name);
  return [...reached].flatMap((key) => functions.get(key) ?? []);
}
