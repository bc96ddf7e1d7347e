// `npm run inbox`: what members and visitors wrote and somebody must answer or read: tickets and reviews.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/server/inbox/cli.ts')
