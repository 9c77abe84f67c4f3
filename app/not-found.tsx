import type { Metadata } from "next";
import { Notice } from "@/components/site/notice";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/core/service";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <Notice title="Nothing grows here" text="There is no page at this address." />
    </>
  );
}
