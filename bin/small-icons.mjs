// The icons' data with our own drawing of them (src/ui/icon.ts). It leans on how lucide-react is made inside: each icon is
// a module that hands its data to createLucideIcon.mjs. A build in which none does says so.
import { join } from 'node:path'

export function smallIcons() {
  const own = join(import.meta.dirname, '..', 'src', 'ui', 'icon.ts')
  let drawn = 0
  return {
    name: 'small-icons',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/dist/esm/icons/')) return
      drawn++
      return own
    },
    // Ours needs no keys, which no packing makes small: half a kilobyte of a first visit.
    transform(code, id) {
      if (id.includes('/lucide-react/dist/esm/icons/')) return code.replaceAll(/,\s+key: "[a-z0-9]+"/g, '')
    },
    buildEnd(error) {
      if (!error && drawn === 0)
        throw new Error('lucide-react draws its icons in another way now: see bin/small-icons.mjs')
    },
  }
}
