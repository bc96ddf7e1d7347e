import { expect, test } from 'vitest'
import { POINT_VALUE } from '#rooms/levels/settings.ts'
import { pointWorth } from './point-worth.ts'

test('what a point is worth is said whole at every rate that the setting takes', () => {
  const said = (rate: string) => pointWorth(POINT_VALUE.schema.parse(rate)).replace('\u00a0', ' ')
  expect(['1', '0.5', '0.005', '0.00000001', '0', '1234.5'].map(said)).toEqual([
    ...['$ 1.00', '$ 0.50', '$ 0.005', '$ 0.00000001', '$ 0.00', '$ 1,234.50'],
  ])
})
