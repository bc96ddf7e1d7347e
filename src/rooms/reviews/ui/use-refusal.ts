import { getRouteApi } from '@tanstack/react-router'
import { refusalOf } from '../rules.ts'

const root = getRouteApi('__root__')

/** Why nobody may write a review now, as a message key; undefined: everybody may. */
export function useRefusal() {
  const { languages } = root.useLoaderData()
  return refusalOf(languages[0]?.feedbackType, false)
}
