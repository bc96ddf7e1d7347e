// `npm run balance`: members' balance, and corrections of it.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/ledger/cli.ts')
