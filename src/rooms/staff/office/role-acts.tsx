// What can be done with roles: a new one, what it may do, and its end.
import type { officeCall } from '#browser/office-calls.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_ROLE } from '../limits.ts'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { groupsOf } from './permission-groups.ts'
import { sayPermission, sayRole } from './say-role.ts'
import { useTicks } from './use-ticks.ts'
import { useOfficeWords } from './words.ts'

export type Roles = Awaited<ReturnType<typeof officeCall<'GET /office/roles'>>>

export function NewRole() {
  const t = useOfficeWords()
  return (
    <Act
      label={t('staff.newRole')}
      explain={t('staff.newRoleWhat')}
      schema={async () => (await import('../forms.ts')).NewRoleForm}
      fields={(field) => (
        <TextField
          {...field('name')}
          label={t('staff.roleName')}
          maxLength={LONGEST_ROLE}
          autoComplete="off"
          required
        />
      )}
      send={(body) => actCall('POST /office/roles', { body })}
      done={t('staff.roleAdded')}
    />
  )
}

const BOX = 'may '

export function RoleActs({ role, all }: { role: Roles['roles'][number]; all: readonly string[] }) {
  const t = useOfficeWords()
  const { name, permissions, people, seen } = role
  const params = { name }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Act
        size="sm"
        label={t('staff.changeGrants')}
        explain={t('staff.changeGrantsWhat', { role: sayRole(t, name), prices: sayPermission(t, 'prices.write') })}
        schema={async () => (await import('../forms.ts')).GrantsForm}
        fields={() => <Boxes all={all} granted={permissions} />}
        seen={seen}
        send={({ reason, ...typed }, seen) =>
          actCall('POST /office/roles/{name}/permissions', {
            params,
            body: { reason: String(reason), seen, permissions: ticked(typed) },
          })
        }
        done={t('staff.grantsChanged')}
      />
      {people === 0 && (
        <Act
          size="sm"
          label={t('staff.removeRole')}
          explain={t('staff.removeRoleWhat')}
          variant="ghost"
          schema={async () => (await import('../forms.ts')).ReasonForm}
          seen={seen}
          send={({ reason }, seen) => actCall('POST /office/roles/{name}/remove', { params, body: { reason, seen } })}
          done={t('staff.roleRemoved')}
        />
      )}
    </div>
  )
}

const ticked = (typed: Record<string, unknown>) =>
  Object.keys(typed).flatMap((name) => (name.startsWith(BOX) ? [name.slice(BOX.length)] : []))

function Boxes({ all, granted }: { all: readonly string[]; granted: readonly string[] }) {
  const t = useOfficeWords()
  const tick = useTicks(granted)
  return (
    <div className="grid max-h-80 gap-4 overflow-y-auto">
      {groupsOf(t, all).map(({ title, permissions }) => (
        <fieldset key={title}>
          <legend className="text-sm font-semibold">{title}</legend>
          {permissions.map((permission) => (
            <Checkbox key={permission} name={`${BOX}${permission}`} {...tick(permission)}>
              {sayPermission(t, permission)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
