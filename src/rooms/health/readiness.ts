// What `readyz` says, sorted by what it is about: for each there are words that say what it means and what to do.
export const ABOUT = [
  'database',
  'disk',
  'worker',
  'clock',
  'jobs',
  'ticks',
  'mail',
  'events',
  'setting',
  'catalogue',
  'currencies',
  'methods',
  'payments',
  'other',
] as const
export type About = (typeof ABOUT)[number]

const BEGINS: readonly [RegExp, About][] = [
  [/^database:/, 'database'],
  [/^disk:/, 'disk'],
  [/^worker:/, 'worker'],
  [/^clock:/, 'clock'],
  [/^jobs:/, 'jobs'],
  [/^ticks:/, 'ticks'],
  [/^mail:/, 'mail'],
  [/^events:/, 'events'],
  [/^settings?[ :]/, 'setting'],
  [/^catalogue:/, 'catalogue'],
  [/^currencies:/, 'currencies'],
  [/^payment methods?[ :]/, 'methods'],
  [/^payments:/, 'payments'],
]

export const aboutOf = (line: string): About => BEGINS.find(([begins]) => begins.test(line))?.[1] ?? 'other'
