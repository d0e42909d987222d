import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Table } from '../../ui/table';
import { InviteDialog } from './invite-dialog';
import { PersonActions } from './person-actions';
import { RevokeButton } from './revoke-button';
import { invitationsQuery, peopleQuery } from './team-query';

/** The people of the account, and open invitations. */
export function TeamPage(): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const [isInviting, setInviting] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const mayChange = mayUse(session, 'live', 'security:write');
  const people = useQuery(peopleQuery);
  const invitations = useQuery(invitationsQuery);
  return (
    <>
      <PageTitle title="Team" />
      {mode === 'live' ? null : <p>People belong to the account, in both modes.</p>}
      <SuccessNotice>{done}</SuccessNotice>
      {people.error !== null && <FailureNotice error={people.error} />}
      {mayChange && (
        <p>
          <Button kind="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        </p>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {people.data !== undefined && (
        <Table
          name="Team"
          items={people.data.data}
          columns={[
            { title: 'Name', cell: ({ name, id }) => (id === session.user.id ? `${name} (you)` : name) },
            { title: 'E-mail', cell: ({ email }) => email },
            { title: 'Role', cell: ({ role }) => role },
            { title: 'Joined', cell: ({ joinedAt }) => timeText(joinedAt) },
            {
              title: 'Last seen',
              cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Not recently' : timeText(lastSeenAt)),
            },
            ...(mayChange
              ? [
                  {
                    title: 'Actions',
                    cell: (person: (typeof people.data.data)[number]) => (
                      <PersonActions person={person} onDone={setDone} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {invitations.data !== undefined && invitations.data.data.length > 0 && (
        <>
          <h2>Open invitations</h2>
          <Table
            name="Open invitations"
            items={invitations.data.data}
            columns={[
              { title: 'For', cell: ({ email }) => email ?? 'Anyone with the link' },
              { title: 'Role', cell: ({ role }) => role },
              { title: 'Ends', cell: ({ expiresAt }) => timeText(expiresAt) },
              ...(mayChange
                ? [
                    {
                      title: 'Actions',
                      cell: (invitation: (typeof invitations.data.data)[number]) => (
                        <RevokeButton invitation={invitation} onDone={setDone} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </>
  );
}
