import type { Member } from "@/lib/people/members/resource";

/** The question before a change of a member that the asking member cannot take back. */
export interface Question {
  member: Member;
  /** `transfer` also takes the ownership of the member who asks. */
  what: "remove" | "own" | "transfer";
}

export function questionWords({ member: { name, email }, what }: Question): {
  title: string;
  confirm: string;
  text: string;
} {
  const who = name ? `${name} (${email})` : email;
  if (what === "remove") {
    return {
      title: "Remove member",
      confirm: "Remove",
      text: `${who} loses access immediately, and their API keys stop working.`,
    };
  }
  if (what === "own") {
    return {
      title: "Make owner",
      confirm: "Make owner",
      text: `Owners can do everything, including removing you and deleting the organisation. ${who} will be an owner.`,
    };
  }
  return {
    title: "Transfer ownership",
    confirm: "Transfer",
    text: `${who} becomes an owner, and you become an admin. Only an owner can reverse this.`,
  };
}
