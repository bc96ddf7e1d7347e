import { Navigate } from '@tanstack/react-router'
import { useMe } from '#rooms/staff/office/session.ts'
import { placesOf } from './places.ts'

/** The first place that whoever comes in may see; to his own page everybody may go. */
export function Start() {
  const { data: me } = useMe()
  return me && <Navigate to={placesOf(me)[0]?.path ?? '/me'} replace />
}
