"use client";

import { Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { useDrop } from "@/components/ui/use-drop";
import classes from "./brand.module.css";
import { changeLogo, logoProblem, PICTURES } from "./change-logo";

interface Props {
  /** The address of the handler. */
  address: string;
  logo: string | null;
  isReadOnly: boolean;
}

/** The logo, chosen by a button or dropped; it is saved at once, since it is a file and no text. */
export function LogoField({ address, logo, isReadOnly }: Props) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [isSending, start] = useTransition();
  const input = useRef<HTMLInputElement>(null);
  const change = (picture: File | null) => {
    setSaid("");
    const found = picture && logoProblem(picture);
    setProblem(found);
    if (found) return;
    start(async () => {
      const refused = await changeLogo(address, picture);
      setProblem(refused);
      if (refused) return;
      setSaid(picture ? "Logo saved." : "Logo removed.");
      router.refresh();
    });
  };
  // Dropping is a shortcut; the button does the same.
  const drop = useDrop(({ files: [picture] }) => picture && change(picture), !isReadOnly);
  return (
    <div className={classes.logo} {...drop}>
      <div>
        <div className={classes.label}>Logo</div>
        <div className={classes.meta}>
          PNG, JPEG or WebP, at most 256 kB. Pages show it 40 px high, in place of the name.
        </div>
      </div>
      <div className={classes.logoPicture}>
        {logo === null ? (
          <span className={classes.meta}>{isReadOnly ? "No logo" : "Drop a picture here"}</span>
        ) : (
          // biome-ignore lint/performance/noImgElement: a logo of any shape, served by the service itself
          <img src={logo} alt="Logo" />
        )}
      </div>
      {!isReadOnly && (
        <Group gap="sm">
          <Button variant="default" loading={isSending} onClick={() => input.current?.click()}>
            {logo === null ? "Upload logo" : "Replace logo"}
          </Button>
          {logo !== null && (
            <Button variant="subtle" disabled={isSending} onClick={() => change(null)}>
              Remove logo
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept={PICTURES.join()}
            hidden
            aria-label="Logo file"
            onChange={({ currentTarget }) => {
              const [picture] = currentTarget.files ?? [];
              if (picture) change(picture);
              currentTarget.value = "";
            }}
          />
          <span className={classes.meta} role="status">
            {said}
          </span>
        </Group>
      )}
      <Refusal message={problem} />
    </div>
  );
}
