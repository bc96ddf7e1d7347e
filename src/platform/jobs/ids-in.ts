import { isTypedUuid } from '../uuid.ts'

const isWhole = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value)

/** Which rows a job is about, out of its payload: numbers and ids alone; whatever else stands there is for nobody to read. */
export function idsIn(payload: unknown): Record<string, number | string> {
  if (typeof payload !== 'object' || payload === null) return {}
  return Object.fromEntries(
    Object.entries(payload)
      .filter(
        ([name, id]) => /^[a-z]{1,20}Id$/i.test(name) && (isWhole(id) || (typeof id === 'string' && isTypedUuid(id))),
      )
      .slice(0, 5),
  )
}
