import { InvalidArgumentError } from "commander";
import { inProject, user } from "@/lib/cli/define/places";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { endUserSession } from "@/lib/sign-in/users/end-session";
import { removeUserPasskey } from "@/lib/sign-in/users/remove-passkey";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";

const metadata = (kind: "public" | "private", readers: string) => ({
  flags: `--${kind}-metadata <json>`,
  help: `a JSON object that ${readers}, in place of the one before`,
  as: parseJson,
});

const METADATA = {
  publicMetadata: metadata("public", "the user's client can read"),
  privateMetadata: metadata("private", "only your servers can read"),
};

/** The commands that create a user, and change the data of one. */
export const createAndUpdate = [
  inProject.verb("create <email>", {
    description:
      "Create a user without a password. They sign in by email or a provider, or set a password by a link that they're sent.",
    examples: ["ada@example.com --name Ada --verified", "ada@example.com --send-password-link --language de"],
    input: CreateUserByOwnerInput,
    options: {
      name: "the user's name",
      emailVerified: "--verified  you vouch for the address",
      sendPasswordLink: "send them a link that sets a password; it works for 7 days",
      locale: "--language <language>  of the e-mail",
      ...METADATA,
    },
    run: createUserByOwner,
    print: ({ email, id }) => `Created ${email} (${id}).`,
  }),
  user.verb("update", {
    description: "Change a user's name, e-mail address or metadata. A new address counts as unproven.",
    examples: [
      "--name 'Ada Lovelace'",
      "--email ada@example.org --verified yes",
      `--public-metadata '{"role":"editor"}'`,
    ],
    input: UpdateUserByOwnerInput,
    options: {
      name: "the new name",
      email: "<address>  the new address",
      emailVerified: {
        ...{ flags: "--verified <verified>", choices: ["yes", "no"], as: (text) => text === "yes" },
        help: "whether you vouch for the address",
      },
      ...METADATA,
    },
    run: updateUserByOwner,
    print: ({ email }) => `Updated ${email}.`,
  }),
  user.within("session", "sessionId", "ses_4k9x2m7q1w8e5r3t6y0u").verb("end-session", {
    description: "End one session of a user.",
    run: endUserSession,
    print: ({ id }) => `Ended ${id}.`,
  }),
  user.within("passkey", "passkeyId", "psk_4k9x2m7q1w8e5r3t6y0u").verb("remove-passkey", {
    description: "Remove a passkey of a user. They're told by email.",
    run: removeUserPasskey,
    print: ({ id }) => `Removed ${id}.`,
  }),
];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("Use a JSON object.");
  }
}
