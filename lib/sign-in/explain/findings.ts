import type { ListedSecurityEvent } from "../events/resource";
import type { ProjectSettings } from "../projects/settings";
import type { OwnedUserDetails } from "../users/owned-user";
import { type Company, findingsOfCompany } from "./company";
import { isUndelivered, mailWords } from "./mail-words";
import type { Finding } from "./resource";

interface Known {
  now: Date;
  email: string;
  status: string;
  settings: ProjectSettings;
  user: OwnedUserDetails | null;
  /** Set where a mail server said that the address doesn't exist. */
  bouncing: { createdAt: Date } | null;
  mails: OwnedUserDetails["mails"];
  /** Set where the domain of the address is a company's that signs in by a connection. */
  company: Company | null;
  /** The newest events of the address. */
  events: readonly ListedSecurityEvent[];
}

type Told = Pick<Finding, "id" | "sentence"> & Partial<Finding>;

const finding = (told: Told): Finding => ({
  isBlocking: false,
  advice: null,
  remedy: null,
  at: null,
  until: null,
  ...told,
});

/** Returns the facts that bear on whether the address can sign in now; obstacles come first. */
export function findingsOf(known: Known): Finding[] {
  const found = [
    ...ofProject(known),
    ...(known.user ? ofUser(known, known.user) : withoutUser(known)),
    ...ofLock(known),
    ...ofMails(known),
    ...findingsOfCompany(known.company, { events: known.events, hasUser: known.user !== null }),
  ].map(finding);
  const isBlocked = found.some(({ isBlocking }) => isBlocking);
  const fine = "Nothing keeps this account out now. Look at the last attempts below.";
  const all = isBlocked || !known.user ? found : [finding({ id: "fine", sentence: fine }), ...found];
  return all.sort((one, other) => Number(other.isBlocking) - Number(one.isBlocking));
}

function ofProject({ status }: Known): Told[] {
  if (status === "active") return [];
  const sentence = "The project is suspended, so no one can sign in.";
  return [{ id: "suspended", isBlocking: true, sentence, advice: "Ask the operator." }];
}

function withoutUser({ email, settings, events }: Known): Told[] {
  const deleted = events.find(({ kind, outcome }) => kind === "user.delete" && outcome === "accepted");
  const advice = settings.methods.signUp
    ? "Look for a typing error or another address, or have them sign up."
    : "Look for a typing error or another address. Sign-up is closed: create the user, or open it.";
  const sentence = deleted ? `The account of ${email} was deleted.` : `No user has the address ${email}.`;
  const at = deleted?.createdAt ?? null;
  return [
    { id: "no-account", isBlocking: true, sentence, advice, remedy: settings.methods.signUp ? null : "sign-up", at },
  ];
}

function ofUser(known: Known, user: OwnedUserDetails): Told[] {
  return [
    ...ofBan(known, user),
    ...ofVerification(known, user),
    ...ofPassword(known, user),
    ...ofTwoStep(known, user),
    ...ofMethods(known, user),
  ];
}

function ofBan({ events }: Known, { bannedAt, bannedUntil }: OwnedUserDetails): Told[] {
  if (bannedAt === null) return [];
  const actor = events.find(({ kind }) => kind === "user.ban")?.data?.actor;
  const sentence =
    typeof actor === "string" ? `The account was banned by ${actorWords(actor)}.` : "The account is banned.";
  return [
    {
      id: "banned",
      isBlocking: true,
      sentence,
      advice: "Lift the ban to let them in.",
      remedy: "lift-ban",
      at: bannedAt,
      until: bannedUntil,
    },
  ];
}

function actorWords(actor: string): string {
  const [kind] = actor.split(":");
  if (kind === "member") return "a member";
  if (kind === "scim-token") return "their company's directory";
  return kind === "server-key" ? "your app's server" : "the operator";
}

function ofVerification({ settings, mails }: Known, { emailVerified }: OwnedUserDetails): Told[] {
  if (emailVerified) return [];
  const mail = mails.find(({ kind }) => kind === "email-verification");
  const last = mail ? `The last one: ${mailWords(mail).title.toLowerCase()}.` : "None is known to have been sent.";
  const advice = `They open the link or type the code in the verification email. ${last}`;
  const isBlocking = settings.requireVerifiedEmail;
  const sentence = isBlocking
    ? "The email address isn't verified, which the project requires."
    : "The email address isn't verified.";
  return [{ id: "unverified", isBlocking, sentence, advice, remedy: "send-verification", at: mail?.createdAt ?? null }];
}

const DAY_MS = 86_400_000;

function ofPassword({ now, settings }: Known, { password }: OwnedUserDetails): Told[] {
  if (password === null) return [{ id: "no-password", sentence: "The account has no password.", remedy: "send-reset" }];
  const { maxAgeDays } = settings.password;
  const isOld =
    maxAgeDays !== null && password.setAt !== null && now.getTime() - Date.parse(password.setAt) > maxAgeDays * DAY_MS;
  if (!password.mustReset && !isOld) return [];
  const sentence = password.mustReset
    ? "A new password is required before the next sign-in with one."
    : "The password is too old.";
  const advice = "They sign in with the old one once, and use the link in the email that follows.";
  return [{ id: "reset", isBlocking: true, sentence, advice, remedy: "send-reset", at: password.setAt }];
}

function ofTwoStep({ events }: Known, { twoFactor }: OwnedUserDetails): Told[] {
  if (twoFactor === null) return [];
  const wrong = events.find(({ kind, outcome }) => kind === "session.second_factor" && outcome === "refused");
  const left = `${twoFactor.backupCodes} backup ${twoFactor.backupCodes === 1 ? "code is" : "codes are"} left.`;
  const sentence = wrong
    ? "Two-step verification is on, and the last code was refused."
    : "Two-step verification is on.";
  const advice = `${left} Who has lost the authenticator app and the backup codes needs it turned off.`;
  return [{ id: "two-step", sentence, advice, remedy: "two-factor", at: wrong?.createdAt ?? twoFactor.enabledAt }];
}

function ofMethods({ settings: { methods } }: Known, user: OwnedUserDetails): Told[] {
  const providers = user.accounts.filter(({ provider }) => provider !== "credential");
  const ways = [
    { has: user.password !== null, isOn: methods.password, name: "passwords" },
    { has: user.passkeys.length > 0, isOn: methods.passkey, name: "passkeys" },
    { has: true, isOn: methods.magicLink, name: "sign-in links" },
    { has: true, isOn: methods.emailOtp, name: "mailed codes" },
  ];
  const off = ways.filter(({ has, isOn }) => has && !isOn).map(({ name }) => name);
  if (off.length === 0) return [];
  const isBlocking = providers.length === 0 && !ways.some(({ has, isOn }) => has && isOn);
  const sentence = isBlocking
    ? "Every way to sign in that the account has is off in this project."
    : `Off in this project: ${off.join(", ")}.`;
  return [{ id: "methods", isBlocking, sentence, remedy: "methods" }];
}

/** A lock is known by the refusal that told until when it lasts, unless a proof of the mailbox has ended it since. */
function ofLock({ now, events }: Known): Told[] {
  const lock = events.find(({ reason }) => reason === "too_many_wrong_passwords");
  const until = lock?.data?.until;
  if (!lock || typeof until !== "string" || Date.parse(until) <= now.getTime()) return [];
  const ended = events.some(
    ({ kind, outcome, createdAt }) => outcome === "accepted" && ENDS_LOCK.has(kind) && createdAt > lock.createdAt,
  );
  if (ended) return [];
  const sentence = "The address is locked after wrong passwords or codes. Browsers it has signed in from may get in.";
  const advice = "They wait, or reset the password, which ends the lock.";
  return [{ id: "locked", isBlocking: true, sentence, advice, remedy: "end-lock", at: lock.createdAt, until }];
}

const ENDS_LOCK: ReadonlySet<string> = new Set(["session.sign_in", "password.reset", "account.unlock"]);

function ofMails({ bouncing, mails }: Known): Told[] {
  if (bouncing) {
    const sentence = "An email to the address bounced, so the project sends it no more.";
    const advice = "Once the mailbox exists again, let the project email it.";
    return [{ id: "mail", sentence, advice, remedy: "lift-bounce", at: bouncing.createdAt.toISOString() }];
  }
  const [last] = mails;
  if (!last || !isUndelivered(last.status)) return [];
  const { advice } = mailWords(last);
  const sentence = "The last email to the address wasn't delivered.";
  return [{ id: "mail", sentence, advice, remedy: "sender", at: last.createdAt }];
}
