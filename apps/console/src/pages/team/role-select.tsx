import type { ReactElement } from 'react';
import { Field } from '../../ui/field';
import { ROLES, ROLE_NAMES, type Role } from './roles';

interface RoleSelectProps {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

/** The choice of a role. */
export function RoleSelect({ role, onChange }: RoleSelectProps): ReactElement {
  return (
    <Field label="Role" hint={`Can: ${ROLES[role]}.`}>
      {(control) => (
        <select {...control} value={role} onChange={({ target }) => onChange(target.value as Role)}>
          {ROLE_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
