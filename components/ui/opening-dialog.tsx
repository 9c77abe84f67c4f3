"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** A modal that renders closed before it opens: Mantine then knows which element had the focus, and returns it. */
export default function OpeningDialog({ opened, ...props }: ModalProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return <Modal {...props} opened={opened && isThere} />;
}
