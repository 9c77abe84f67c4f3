import { countText } from "@/components/ui/figure-text";
import type { ExistingRule, ImportSource, ImportStatus, UserImport } from "@/lib/sign-in/user-imports/resource";

export const SOURCE_WORDS: Record<ImportSource, string> = {
  coppice: "Coppice",
  clerk: "Clerk",
  auth0: "Auth0",
  supabase: "Supabase",
  firebase: "Firebase",
};

export const EXISTING_WORDS: Record<ExistingRule, string> = {
  skip: "Skip them",
  update: "Update them to match the file",
  fail: "List them as problems",
};

type Kind = "good" | "waiting" | "bad" | "quiet";

export const STATUS_WORDS: Record<ImportStatus, readonly [kind: Kind, words: string]> = {
  receiving: ["waiting", "uploading"],
  checking: ["waiting", "being checked"],
  checked: ["good", "checked"],
  running: ["waiting", "being imported"],
  done: ["good", "imported"],
  cancelled: ["quiet", "cancelled"],
  failed: ["bad", "failed"],
};

const UNDER_WAY: readonly ImportStatus[] = ["receiving", "checking", "running"];

export function isUnderWay({ status }: UserImport): boolean {
  return UNDER_WAY.includes(status);
}

/** Whether nothing else can be imported before this one was started or is over. */
export function isOpen(one: UserImport): boolean {
  return one.status === "checked" || isUnderWay(one);
}

/** Returns the file's name, which the command line does not tell. */
export function nameOf({ fileName }: UserImport): string {
  return fileName === "" ? "A file from the command line" : fileName;
}

/** Returns the outcome for a number of users, done or foreseen. */
export function countsOf({ status, created, updated, skipped, refused }: UserImport): [string, number][] {
  const isCheck = status === "checking" || status === "checked";
  const counts: [string, number][] = [
    [isCheck ? "To be created" : "Created", created],
    [isCheck ? "To be updated" : "Updated", updated],
    ["Skipped, there already", skipped],
    ["With a problem", refused],
  ];
  return counts.filter(([, count], index) => index === 0 || count > 0);
}

export function progressText({ status, done, records }: UserImport): string {
  if (status === "receiving") return `${countText(records, "user")} received so far`;
  return `${done.toLocaleString("en")} of ${countText(records, "user")}`;
}
