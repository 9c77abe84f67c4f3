import { byteText } from "@/lib/core/byte-text";
import type { Kept } from "@/lib/hosting/kept-bytes/read";

/** Returns what an organisation keeps of what it may, such as `3.2 GB of 20 GB used`. */
export function keptText({ used, limit }: Kept): string {
  return `${byteText(used)} of ${byteText(limit)} used`;
}
