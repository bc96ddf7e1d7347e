import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['src/platform/tables.ts', 'src/rooms/*/{tables,*-tables}.ts'],
  out: 'src/migrations',
})
