// `npm run owner`: the link with which an owner begins.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/staff/cli.ts')
