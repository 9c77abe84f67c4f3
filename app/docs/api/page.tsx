import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/core/service";
import styles from "./api.module.css";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every route of the management API: parameters, bodies, answers and errors.",
};

export default function ApiReferencePage() {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      {/* The reference brings a main landmark of its own, and a header that is not to be the page's. */}
      <article id="main" className={styles.reference}>
        <ApiReference />
      </article>
    </>
  );
}
