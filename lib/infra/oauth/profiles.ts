import { z } from "zod";
import { toOneLine } from "@/lib/core/names";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { Email, Image } from "@/lib/core/user-fields";

/** A provider's answers: the claims of an ID token or the user document, and GitHub's list of addresses. */
interface ProviderAnswers {
  user: unknown;
  emails?: unknown;
  /** The form field that Apple's page sends beside the code. */
  form?: unknown;
}

/** Throws `ZodError` for an answer without the provider's shape, such as one with an empty id. */
export type ProfileReader = (answers: ProviderAnswers) => ReadProfile;
type ReadProfile = Omit<ProviderProfile, "scopes" | "issuer">;

const Id = z.string().min(1).max(255);
const Text = z.string().nullish();

const Claims = z.object({ sub: Id, email: Text, email_verified: z.unknown().optional(), name: Text, picture: Text });

/** Reads the standard claims (OpenID Connect Core, section 5.1). */
export const readClaims: ProfileReader = ({ user }) => {
  const { sub, email, email_verified, name, picture } = Claims.parse(user);
  return profile({ subject: sub, email, emailVerified: email_verified === true, names: [name], image: picture });
};

const AppleForm = z.object({ name: z.object({ firstName: Text, lastName: Text }) });

/** Apple writes truths as texts too. The name is in no token: its page sends it with the first sign-in alone. */
export const readAppleClaims: ProfileReader = ({ user, form }) => {
  const { sub, email, email_verified } = Claims.parse(user);
  const { firstName, lastName } = AppleForm.safeParse(form).data?.name ?? {};
  const emailVerified = email_verified === true || email_verified === "true";
  const name = [firstName, lastName].filter((part) => part).join(" ");
  return profile({ subject: sub, email, emailVerified, names: [name] });
};

const MicrosoftClaims = z.object({
  tid: z.uuid(),
  oid: z.uuid(),
  email: Text,
  xms_edov: z.unknown().optional(),
  name: Text,
});

/**
 * `sub` differs from app to app and an address can be anything its tenant's administrator types, so the person is `tid`
 * and `oid`, and the address counts only where Microsoft vouches for the owner of its domain.
 */
export const readMicrosoftClaims: ProfileReader = ({ user }) => {
  const { tid, oid, email, xms_edov, name } = MicrosoftClaims.parse(user);
  const isVouched = [true, 1, "1", "true"].some((yes) => yes === xms_edov);
  const subject = `${tid}.${oid}`.toLowerCase();
  return profile({ subject, email: isVouched ? email : null, emailVerified: isVouched, names: [name] });
};

const GitHubUser = z.object({ id: z.int().positive(), login: Text, name: Text, avatar_url: Text });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Takes the address from the list, which marks the primary and verified one; the document has a chosen one. */
export const readGitHubUser: ProfileReader = ({ user, emails }) => {
  const { id, login, name, avatar_url } = GitHubUser.parse(user);
  const primary = GitHubEmails.parse(emails).find((address) => address.primary && address.verified);
  const address = { email: primary?.email, emailVerified: primary !== undefined };
  return profile({ subject: String(id), ...address, names: [name, login], image: avatar_url });
};

const DiscordUser = z.object({
  id: z.string().regex(/^[1-9]\d{0,19}$/),
  username: Text,
  global_name: Text,
  avatar: Text,
  email: Text,
  verified: z.unknown().optional(),
});

export const readDiscordUser: ProfileReader = ({ user }) => {
  const { id, username, global_name, avatar, email, verified } = DiscordUser.parse(user);
  const image = avatar ? `https://cdn.discordapp.com/avatars/${id}/${encodeURIComponent(avatar)}.png` : null;
  return profile({ subject: id, email, emailVerified: verified === true, names: [global_name, username], image });
};

interface RawProfile {
  subject: string;
  email: string | null | undefined;
  emailVerified: boolean;
  /** The first that is not empty becomes the name; without one, the address does. */
  names: (string | null | undefined)[];
  image?: string | null | undefined;
}

/** Drops an address or a picture that would be refused from a user. */
function profile({ subject, email, emailVerified, names, image }: RawProfile): ReadProfile {
  const address = Email.safeParse(email).data ?? null;
  const name = names.map(plainText).find((text) => text !== "") ?? address?.split("@")[0] ?? "";
  return {
    subject,
    email: address,
    emailVerified: emailVerified && address !== null,
    name,
    image: image?.startsWith("https://") ? (Image.safeParse(image).data ?? null) : null,
  };
}

const MAX_NAME_LENGTH = 256;

function plainText(text: string | null | undefined): string {
  const shown = toOneLine(text ?? "");
  return shown.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
}
