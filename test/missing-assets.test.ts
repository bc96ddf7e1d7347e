import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingAssets } from '../bin/missing-assets.mjs'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'latchkey-assets-'))
  mkdirSync(join(dist, 'server', 'assets'), { recursive: true })
  mkdirSync(join(dist, 'client', 'assets', 'office'), { recursive: true })
})
afterEach(() => rmSync(dist, { recursive: true }))

const client = (name: string) => writeFileSync(join(dist, 'client', 'assets', name), '')
const server = (name: string, text: string) => writeFileSync(join(dist, 'server', name), text)

test('a file that the server names and the client has not is told', () => {
  client('start-0a1b2c3d.js')
  client('office/app-1.js')
  server(
    'renderer.js',
    'const style = "/assets/shop-8tcUtl7l.css"; import("/assets/start-0a1b2c3d.js"); import("./assets/router-1.js")',
  )
  server('assets/home-x_Y-z.js', '["/assets/office/app-1.js","/assets/font.woff2"]')
  expect(missingAssets(dist)).toEqual(['/assets/font.woff2', '/assets/shop-8tcUtl7l.css'])
})

test('a build whose two sides agree lacks nothing', () => {
  client('shop-14e4c9ee.css')
  server('renderer.js', 'const style = "/assets/shop-14e4c9ee.css"')
  expect(missingAssets(dist)).toEqual([])
})
