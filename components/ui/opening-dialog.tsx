"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTopmost } from "./use-topmost";

/** A modal that renders closed before it opens: Mantine then knows which element had the focus, and returns it. */
export default function OpeningDialog({ opened, closeOnEscape = true, ...props }: ModalProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const isTop = useTopmost(opened && isThere);
  return <Modal {...props} opened={opened && isThere} closeOnEscape={closeOnEscape && isTop} />;
}
