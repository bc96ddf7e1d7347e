// `npm run build`.
import { ensureBuilt, ensureInstalled } from './ensure.mjs'

await ensureInstalled({ replace: true })
await ensureBuilt()
