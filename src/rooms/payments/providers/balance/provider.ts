// Members' balance, as it is declared: in US dollars alone (decision F4).
import { defineProvider } from '../define.ts'
import { BALANCE, createBalance } from './adapter.ts'
import words from './words.json' with { type: 'json' }

export const balanceProvider = defineProvider({
  name: BALANCE,
  capabilities: ['redirect', 'refund'],
  forMembers: true,
  isOne: true,
  variables: {},
  setTogether: [],
  refusals: () => [],
  settings: () => ({}),
  words,
  methods: [{ feeBp: 0, currencies: ['USD'], minimum: {}, underWayHours: 72, position: 40 }],
  connect: (_, ground) => createBalance(ground),
})
