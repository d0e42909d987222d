import { useState, type ReactElement } from 'react';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { SuccessNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { ChangePassword } from './change-password';
import { OwnAccounts } from './own-accounts';
import { OwnSessions } from './own-sessions';
import { OwnTotp } from './own-totp';

/** The signed-in person: password, sessions and accounts. */
export function ProfilePage(): ReactElement {
  const { user, role, identityProvider } = useSession();
  const [isChanging, setChanging] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <PageTitle title="Your account" />
      <SuccessNotice>{done}</SuccessNotice>
      <Facts
        facts={[
          { label: 'Name', text: user.name },
          { label: 'E-mail', text: user.email },
          { label: 'Role', text: role },
          ...(identityProvider === null ? [] : [{ label: 'Signed in with', text: identityProvider }]),
        ]}
      />
      {identityProvider === null && (
        <p>
          <Button onClick={() => setChanging(true)}>Change password</Button>
        </p>
      )}
      {isChanging && (
        <ChangePassword
          onDone={() => {
            setDone('Your password was changed. Your other sessions have ended.');
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {identityProvider === null && <OwnTotp onDone={setDone} />}
      <OwnSessions onDone={setDone} />
      <OwnAccounts />
    </>
  );
}
