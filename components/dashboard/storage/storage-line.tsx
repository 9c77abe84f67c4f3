import { countText } from "@/components/ui/figure-text";
import { byteText } from "@/lib/core/byte-text";
import type { ProjectUsage } from "@/lib/services/usage/resource";
import { ShareBar } from "../usage/share-bar";
import classes from "./storage.module.css";

/** The storage that a project uses, with the bytes reserved for uploads under way. */
export function StorageLine({ usedBytes, reservedBytes, limitBytes, objectCount }: ProjectUsage["storage"]) {
  return (
    <section className={classes.usage} aria-label="Storage used">
      <span>
        {byteText(usedBytes)} of {byteText(limitBytes)} used
      </span>
      <ShareBar used={usedBytes + reservedBytes} limit={limitBytes} />
      <span className={classes.meta}>
        {countText(objectCount, "object")}
        {reservedBytes > 0 && `, ${byteText(reservedBytes)} reserved for uploads`}
      </span>
    </section>
  );
}
