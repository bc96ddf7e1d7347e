// `npm run keys`: keys into the vault, and how many there are.
import { runTypeScript } from './operator.mjs'

await runTypeScript('src/rooms/vault/import/cli.ts')
