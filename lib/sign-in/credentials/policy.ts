import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import type { SignInContext } from "../context";
import { SignInError } from "../errors";
import { requireHashable } from "./credential";

type PolicyContext = SignInContext & { project: { id: string; settings: ProjectSettings } };

/** A shorter project name would rule out passwords by accident. */
const MIN_TELLING_LENGTH = 4;

/**
 * Checks a new password against the project's policy, lengths in code points. It may call another service, so it
 * belongs in no transaction. Throws `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `PASSWORD_TOO_WEAK`,
 * `PASSWORD_COMPROMISED`.
 */
export async function requireGoodPassword(ctx: PolicyContext, password: string, email: string): Promise<void> {
  const policy = ctx.project.settings.password;
  requireHashable(password);
  const length = [...password].length;
  if (length < policy.minLength) throw new SignInError("PASSWORD_TOO_SHORT");
  if (length > policy.maxLength) throw new SignInError("PASSWORD_TOO_LONG");
  requireCharacters(policy, password);
  if (policy.refuseCommon) {
    await requireUnrelated(ctx, password, email);
    if (await isCommonPassword(password)) throw new SignInError("PASSWORD_COMPROMISED");
  }
  if (policy.refuseBreached && (await ctx.signIn.breachedPasswords?.isBreached(password))) {
    const message = "This password has turned up in a data breach. Choose another.";
    throw new SignInError("PASSWORD_COMPROMISED", { message });
  }
}

function requireCharacters(policy: ProjectSettings["password"], password: string): void {
  const rules: [boolean, RegExp, string][] = [
    [policy.requireUppercase, /\p{Lu}/u, "an uppercase letter"],
    [policy.requireLowercase, /\p{Ll}/u, "a lowercase letter"],
    [policy.requireDigit, /\p{Nd}/u, "a digit"],
    [policy.requireSymbol, /[^\p{L}\p{N}\s]/u, "a symbol"],
  ];
  const missing = rules.filter(([isOn, pattern]) => isOn && !pattern.test(password)).map(([, , words]) => words);
  if (missing.length > 0) {
    throw new SignInError("PASSWORD_TOO_WEAK", { message: `Password must contain ${missing.join(", ")}` });
  }
}

/**
 * Refuses the passwords that an attacker tries first: the mail address, its local part, and the project's name within.
 */
async function requireUnrelated(ctx: PolicyContext, password: string, email: string): Promise<void> {
  const lowered = password.toLowerCase();
  if (lowered === email || lowered === email.split("@", 1)[0]) throw new SignInError("PASSWORD_TOO_WEAK");
  const project = await ctx.db.project.findUnique({ where: { id: ctx.project.id }, select: { name: true } });
  const name = project?.name.toLowerCase() ?? "";
  if (name.length >= MIN_TELLING_LENGTH && lowered.includes(name)) throw new SignInError("PASSWORD_TOO_WEAK");
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Returns whether the password is among some 49,000 of published breaches, which are loaded at the first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return (await common).has(password.toLowerCase());
}
