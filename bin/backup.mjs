// `npm run backup`: the database into a folder.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/backup/cli.ts', 'backup')
