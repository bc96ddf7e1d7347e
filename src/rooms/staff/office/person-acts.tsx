// What can be done about somebody who works here.
import { useState } from 'react'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { LinkShown, type MadeLink } from './link-shown.tsx'
import type { Person } from './person.ts'
import { RoleField } from './role-field.tsx'
import { useOfficeWords } from './words.ts'

const reasonForm = async () => (await import('../forms.ts')).ReasonForm

export function PersonActs({ person }: { person: Person }) {
  const { id, email, seen, role, roles, hasBegun, isBlocked } = person
  const t = useOfficeWords()
  const [made, setMade] = useState<MadeLink>()
  const params = { id }
  const prices = person.inHisName.plannedPrices ?? 0
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Act
        label={t('staff.changeRole')}
        explain={and(t('staff.changeRoleWhat'), prices > 0 && t('staff.plannedUnlessMay', { count: prices }))}
        schema={async () => (await import('../forms.ts')).RoleForm}
        fields={(field) => <RoleField field={field('role')} roles={roles} chosen={role} />}
        seen={seen}
        send={(typed, seen) => actCall('POST /office/staff/{id}/role', { params, body: { ...typed, seen } })}
        done={t('staff.roleChanged')}
      />
      {!isBlocked && (
        <Act
          label={t('staff.newLink')}
          explain={t(hasBegun ? 'staff.newLinkAgain' : 'staff.newLinkWhat')}
          schema={reasonForm}
          seen={seen}
          send={async (typed, seen) =>
            setMade({ ...(await actCall('POST /office/staff/{id}/link', { params, body: { ...typed, seen } })), email })
          }
          done={t('staff.newLinkDone')}
        />
      )}
      {isBlocked ? (
        <Act
          label={t('staff.unblock')}
          explain={t('staff.unblockWhat')}
          schema={reasonForm}
          seen={seen}
          send={(typed, seen) => actCall('POST /office/staff/{id}/unblock', { params, body: { ...typed, seen } })}
          done={t('staff.unblocked')}
        />
      ) : (
        <Act
          label={t('staff.block')}
          explain={and(t('staff.blockWhat'), prices > 0 && t('staff.plannedEnd', { count: prices }))}
          variant="danger"
          schema={reasonForm}
          seen={seen}
          send={(typed, seen) => actCall('POST /office/staff/{id}/block', { params, body: { ...typed, seen } })}
          done={t('staff.blocked')}
        />
      )}
      <LinkShown made={made} onClose={() => setMade(undefined)} />
    </div>
  )
}

const and = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(' ')
