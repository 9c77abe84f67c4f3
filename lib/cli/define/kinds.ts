import { readJsonFile, readList, readTextFile } from "../read";
import { parseMoment, parseOwnSize, parseSize, parseTime } from "../values";
import { type OptionWords, wordsOf } from "./options";

type Kind = (text: string) => OptionWords;

/** Returns a kind of option: the value in its help, unless its own words have another, and the way it's read. */
function kindOf(value: string | undefined, kind: Pick<OptionWords, "as" | "choices" | "find">): Kind {
  return (text) => {
    const { flags, help } = wordsOf(text);
    const hasValue = flags?.includes("<") || value === undefined;
    return { ...kind, flags: hasValue ? flags : [flags, value].filter(Boolean).join(" "), help };
  };
}

export const textFile = kindOf("<file>", { as: readTextFile });
export const jsonFile = kindOf("<file>", { as: readJsonFile });
export const size = kindOf("<size>", { as: parseSize });
/** A size that an organisation has in place of its plan's. */
export const ownSize = kindOf("<size>", { as: parseOwnSize });
export const onOff = kindOf("<on|off>", { choices: ["on", "off"], as: (text) => text === "on" });
/** Words that commas separate. */
export const list = kindOf(undefined, { as: readList });
export const time = kindOf("<time>", { as: parseTime });
/** A future time, which `90d` counts from the present one. */
export const moment = kindOf("<when>", {
  as: (text) => parseMoment(text, new Date(0)) && text,
  find: ({ clock }, text) => parseMoment(text, clock.now()),
});

/** An option whose text says what to find, such as the address of a user whose ID is wanted. */
export function found<At>(text: string, find: OptionWords<At>["find"]): OptionWords<At> {
  return { ...wordsOf(text), find };
}

/** The option of a key that expires. */
export const EXPIRES = moment("--expires  when it expires, such as 90d, 12w, 2027-01-31 or 2027-01-31T12:00:00Z");

const NEXT = "continue where the previous list ended";
const limit = "<n>  1 to 1000";

/** The options of a list that is read in pages, newest first. */
export const PAGE = { before: `<cursor>  ${NEXT}`, limit };
/** The options of a list of objects, which is read in pages in their order. */
export const OBJECT_PAGE = { cursor: NEXT, limit };
