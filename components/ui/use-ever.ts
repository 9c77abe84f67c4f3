import { useState } from "react";

/** Returns whether something is or was the case, so that a dialog's code is loaded with the first and stays to close. */
export function useEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was;
}
