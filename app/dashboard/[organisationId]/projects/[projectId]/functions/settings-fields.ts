import { z } from "zod";

const HOST = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const MOST_HOSTS = 50;

/** Host names, one per line. */
export const EgressHosts = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(HOST)).max(MOST_HOSTS));
