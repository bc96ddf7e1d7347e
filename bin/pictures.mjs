// `npm run pictures`: pictures of the operator's own instead of those that the shop draws.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/server/pictures/cli.ts')
