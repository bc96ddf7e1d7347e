// `npm run build`.
import { ensureBuilt, ensureInstalled } from './ensure.mjs'
import { readGiven } from './usage.mjs'

readGiven(
  'build',
  `npm run build

  installs what is missing and builds pages of which a source changed`,
)

await ensureInstalled({ replace: true })
await ensureBuilt()
