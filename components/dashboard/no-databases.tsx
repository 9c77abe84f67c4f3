import Link from "next/link";
import { CodeBlock } from "@/components/site/code-block";
import styles from "./no-databases.module.css";

export function NoDatabases({ command }: { command: string }) {
  return (
    <div className={styles.empty}>
      <h2>No databases yet</h2>
      <p>
        The first <code>npm start</code> printed a management key. With it in <code>COPPICE_MANAGEMENT_KEY</code>, this
        makes the first one:
      </p>
      <CodeBlock label="shell" text={command} />
      <p>
        <Link href="/docs/getting-started">Getting started</Link> goes on from there.
      </p>
    </div>
  );
}
