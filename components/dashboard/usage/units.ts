import { longTimeText } from "@/components/ui/figure-text";
import { byteText, byteUnit } from "@/lib/core/byte-text";
import { formatCount, type Scale } from "../charts/figures";

export type UsageUnit = "count" | "bytes" | "seconds";

/** Returns `1.2K`, `3M`: the marks of an axis have little room. */
const compact = (value: number) => value.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });

/** The scale of each unit: the format of its values, and the choice of its axis' marks. */
export const UNIT_SCALES: Readonly<Record<UsageUnit, Scale>> = {
  count: { format: formatCount, formatTick: compact, isWhole: true },
  bytes: { format: byteText, unitOf: byteUnit },
  seconds: {
    format: longTimeText,
    unitOf: (highest) => (highest < 120 ? 1 : highest < 7_200 ? 60 : 3_600),
    isWhole: true,
  },
};
