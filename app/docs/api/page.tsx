import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/service";
import styles from "./api.module.css";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every route of the management API: parameters, bodies, answers and errors.",
};

export default function ApiReferencePage() {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <main id="main" className={styles.reference}>
        <h1 className={styles.heading}>API reference</h1>
        <ApiReference />
      </main>
    </>
  );
}
