"use client";

import { type DragEvent, useState } from "react";

/** Returns the props of an element that takes files by dropping. `take` gets a drop that holds some. */
export function useDrop(take: (dropped: DataTransfer) => void, isOn = true) {
  const [isOver, setOver] = useState(false);
  // Files that aren't taken would replace the page.
  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    "data-over": isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setOver(isOn);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (isOn) take(event.dataTransfer);
    },
  };
}
