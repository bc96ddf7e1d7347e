// `npm run restore`: a backup back into the database.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/shop/backup/cli.ts', 'restore')
