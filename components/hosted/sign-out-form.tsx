import styles from "./hosted-page.module.css";

export function SignOutForm({ action, text }: { action: string; text: string }) {
  return (
    <form method="post" action={action} data-auth-ui="" className={styles.signOut}>
      <button type="submit" data-part="secondary">
        {text}
      </button>
    </form>
  );
}
