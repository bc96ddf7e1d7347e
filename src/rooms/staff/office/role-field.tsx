// Which role somebody is given.
import { SelectField } from '#ui/select-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { sayRole } from './say-role.ts'
import { useOfficeWords } from './words.ts'

export function RoleField({ field, roles, chosen }: { field: FormField; roles: readonly string[]; chosen: string }) {
  const t = useOfficeWords()
  return (
    <SelectField {...field} label={t('staff.role')} defaultValue={chosen} required>
      {roles.map((role) => (
        <option key={role} value={role}>
          {sayRole(t, role)}
        </option>
      ))}
    </SelectField>
  )
}
