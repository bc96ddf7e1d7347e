// `npm run restore`: a backup back into the database.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/backup/cli.ts', 'restore')
