import { byteText } from "@/lib/core/byte-text";
import type { Kept } from "@/lib/hosting/kept-bytes/read";

/** Returns an organisation's use of its room, such as `3.2 GB of 20 GB used`. */
export function keptText({ used, limit }: Kept): string {
  return `${byteText(used)} of ${byteText(limit)} used`;
}
