// `npm run members`: what support does for members: a look, blocks, a lost authenticator app, sessions, the end of an account.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/server/members/cli.ts')
