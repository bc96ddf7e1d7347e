// Money that a person says has come, as it is declared: no method of it is ever offered.
import { defineProvider } from '../define.ts'
import { createHand, HAND } from './adapter.ts'
import words from './words.json' with { type: 'json' }

export const handProvider = defineProvider({
  name: HAND,
  capabilities: [],
  variables: {},
  setTogether: [],
  refusals: () => [],
  settings: () => ({}),
  words,
  methods: [],
  connect: (_, ground) => createHand(ground),
})
