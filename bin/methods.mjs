// `npm run methods`: the methods of payment, and changes of them.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/payments/cli.ts')
