// The server's pages name the files that browsers fetch, and the two sides are built apart: where they name one file
// differently, every page comes without it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses of files that the built server names and the built client has not, in order; not what the server imports itself (`./assets/…`). */
export function missingAssets(dist) {
  const named = new Set()
  const server = join(dist, 'server')
  for (const name of readdirSync(server, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    for (const [address] of readFileSync(join(server, name), 'utf8').matchAll(/(?<!\.)\/assets\/[\w./-]+\.\w+/g))
      named.add(address)
  }
  return [...named].filter((address) => !existsSync(join(dist, 'client', address))).sort()
}
