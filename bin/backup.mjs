// `npm run backup`: the database into a folder.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/shop/backup/cli.ts', 'backup')
