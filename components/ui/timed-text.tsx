import { Moment } from "./moment";

const ISO_TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A text of the service, such as a refusal, with the times in it (ISO 8601, UTC) in the reader's time zone. */
export function TimedText({ text }: { text: string }) {
  // The parts with odd places are the times.
  return text.split(ISO_TIME).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
    place % 2 === 1 ? <Moment key={place} at={part} form="second" /> : part,
  );
}
