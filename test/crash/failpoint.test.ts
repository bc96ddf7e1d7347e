import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from '#platform/config.ts'

test('live mode refuses to start with a failpoint, and says so', () => {
  let reasons: string[] = []
  try {
    parseConfig({ SHOP_MODE: 'live', LATCHKEY_FAILPOINT: 'order committed' })
  } catch (error) {
    if (error instanceof ConfigError) reasons = error.reasons
  }
  expect(reasons).toContain('LATCHKEY_FAILPOINT: live mode does not die on purpose')
})
