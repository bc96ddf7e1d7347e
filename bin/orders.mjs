// `npm run orders`: held orders, and the ways out of them.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/orders/cli.ts')
