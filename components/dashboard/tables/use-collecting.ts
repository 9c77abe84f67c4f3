"use client";

import { useEffect, useState } from "react";

const KEY = "coppice.collect-changes";

/** Returns whether changes of rows are collected until they are applied. The browser remembers it. */
export function useCollecting(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => setIsOn(localStorage.getItem(KEY) === "true"), []);
  const change = (next: boolean) => {
    localStorage.setItem(KEY, String(next));
    setIsOn(next);
  };
  return [isOn, change];
}
