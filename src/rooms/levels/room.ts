// Levels of members: what their purchases earn, and what each level is worth.
import { defineRoom } from '#platform/room.ts'
import { levelsCalls } from './api.ts'
import { createLevels } from './hands.ts'
import { personalLevels } from './personal.ts'
import { SETTINGS } from './settings.ts'

export const levelsRoom = defineRoom({
  name: 'levels',
  needs: {},
  settings: SETTINGS,
  open(house) {
    const levels = createLevels(house.settings)
    return {
      hands: levels,
      calls: levelsCalls(house, levels),
      declares: { personal: { levels: personalLevels(house.db) } },
    }
  },
})
