import { Moment } from "@/components/ui/moment";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import { methodWords } from "./method-words";
import classes from "./users.module.css";

/** The password of a user, and their accounts at providers. */
export function Accounts({ accounts, password }: Pick<OwnedUserDetails, "accounts" | "password">) {
  return (
    <ul className="plain-list">
      {accounts.map(({ id, provider, accountId, email, createdAt }) => (
        <li key={id} className={classes.line}>
          <span className={classes.words}>
            {methodWords(provider)}{" "}
            {provider === "credential" ? (
              password && <PasswordFacts {...password} />
            ) : (
              <span className={classes.meta}>
                {email ?? accountId}, connected <Moment at={createdAt} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function PasswordFacts({ setAt, mustReset }: NonNullable<OwnedUserDetails["password"]>) {
  return (
    <span className={classes.meta}>
      {setAt !== null && (
        <>
          set <Moment at={setAt} />
        </>
      )}
      {mustReset && `${setAt === null ? "" : ", "}must be replaced at the next sign-in`}
    </span>
  );
}
