"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Is there closed before it opens: only then does Mantine know what had the focus, to give it back. */
export default function OpeningDialog({ opened, ...props }: ModalProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return <Modal {...props} opened={opened && isThere} />;
}
