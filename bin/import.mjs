// `npm run import`: a supplier's feed into the shop.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/import/cli.ts')
