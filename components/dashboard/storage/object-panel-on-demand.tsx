"use client";

import dynamic from "next/dynamic";

/** The panel of an object, whose code the list of objects does without. */
export const ObjectPanelOnDemand = dynamic(() => import("./object-panel").then(({ ObjectPanel }) => ObjectPanel), {
  ssr: false,
});
