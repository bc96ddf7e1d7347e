import { getRouteApi } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { refusalOf } from '../rules.ts'

const root = getRouteApi('__root__')
const never = () => () => {}

/** Why this visitor may write no review now, as a message key; undefined: he may. Pages are made as for one who is not logged in. */
export function useRefusal() {
  const { languages } = root.useLoaderData()
  const isMember = useSyncExternalStore(never, saysMember, () => false)
  return refusalOf(languages[0]?.feedbackType, isMember)
}
