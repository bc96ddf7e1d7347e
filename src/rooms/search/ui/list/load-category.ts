import { useEffect } from 'react'
import { CallRefused, pageCall } from '#browser/calls.ts'
import { type CategoryInfo, shelved } from '#rooms/products/wire.ts'

/** In the browser only: which category is in front of the visitor. */
let shown: CategoryInfo | undefined

export function useShownCategory(category: CategoryInfo): void {
  useEffect(() => {
    shown = category
  }, [category])
}

/** Undefined: there is none of that name. While no answer can be had, the one that is shown stays what it is. */
export async function findCategory(name: string, signal: AbortSignal): Promise<CategoryInfo | undefined> {
  try {
    return shelved(await pageCall('GET /api/product/category/info/name/{name}', { params: { name } }, { signal }))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    // 400: no category can have such a name.
    if (error.status === 404 || error.status === 400) return undefined
    if (shown?.slug === name) return shown
    throw error
  }
}
