// How a change of a method of payment stands in the audit log, whoever makes it.
import { audit, type Who } from '#rooms/audit/hands.ts'
import type { Actor } from './method-acts.ts'
import { fieldsOf } from './method-fields.ts'
import type { WholeMethod } from './method-store.ts'

/** Writes acts on methods into the audit log; of a change only what differs. */
export const noting = (by: Who, reason = ''): Pick<Actor, 'note' | 'noteSetting'> => ({
  note(tx, act, before, after) {
    const [was, is] = [before && told(before), told(after)]
    const differs = Object.keys(is).filter((field) => was?.[field] !== is[field])
    const only = (all: Record<string, unknown>) => Object.fromEntries(differs.map((field) => [field, all[field]]))
    return audit(tx, {
      ...{ by, act: `method.${act}`, subject: { kind: 'method', id: String(after.id) }, reason },
      ...{ ...(was && { before: only(was) }), after: was ? only(is) : { code: codeOf(after) } },
    })
  },
  noteSetting: (tx, key, before, after) =>
    audit(tx, {
      ...{ by, act: 'setting.change', subject: { kind: 'setting', id: key }, reason },
      ...{ before: { value: before }, after: { value: after } },
    }),
})

const told = (method: WholeMethod): Record<string, unknown> => ({ enabled: method.enabled, ...fieldsOf(method) })

export const codeOf = ({ provider, code }: Pick<WholeMethod, 'provider' | 'code'>) =>
  code === null ? provider : `${provider}:${code}`
