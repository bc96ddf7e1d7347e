// The colours of action, made of the one that a shop's owner chose. He says which hue his shop has; how light each of them is
// follows from what has to be read on it (WCAG 2.2 AA) in the light and in the dark theme.
import { contrast, oklch, oklchOf } from './colour.ts'

export type Theme = 'light' | 'dark'

/** As `ui/tokens.css` calls them, each #rrggbb. */
export interface AccentColours {
  accent: string
  'accent-strong': string
  'on-accent': string
  'accent-ink': string
  'accent-soft': string
  focus: string
}

/** What they stand on and beside: the tokens of these names, of which a test says that they are the same. */
export const GROUNDS: Record<Theme, Record<'ground' | 'surface' | 'float' | 'tint' | 'ink' | 'muted', string>> = {
  light: {
    ...{ ground: '#f9fafc', surface: '#ffffff', float: '#ffffff', tint: '#eff1f5' },
    ...{ ink: '#151924', muted: '#505561' },
  },
  dark: {
    ...{ ground: '#0e1016', surface: '#15181f', float: '#1c1f27', tint: '#22262f' },
    ...{ ink: '#eff0f4', muted: '#b2b6bf' },
  },
}

/** What stands on the colour itself. */
const [WHITE, DARK] = ['#ffffff', GROUNDS.light.ink]

/** AA: text; what is no text but must be seen. */
const [READ, SEEN] = [4.5, 3]

/** Beside its own hue a white word looks better than a dark one, and may cost this much of the chosen lightness. */
const FOR_WHITE = 0.1

/** Where nobody chose one: `--color-accent` of the light theme. */
export const HOUSE_ACCENT = '#4b41e9'

/** `chosen`: #rrggbb. */
export function accentOf(chosen: string): Record<Theme, AccentColours> {
  return { light: inTheme(chosen, 'light'), dark: inTheme(chosen, 'dark') }
}

/** The sheet that lays them over the shop's own; browsers that cannot choose by theme keep those. */
export function accentSheet(chosen: string): string {
  const { light, dark } = accentOf(chosen)
  const tokens = (Object.keys(light) as (keyof AccentColours)[]).map(
    (name) => `--color-${name}:light-dark(${light[name]},${dark[name]})`,
  )
  return `@supports (color:light-dark(#000,#fff)){:root{${tokens.join(';')}}}`
}

function inTheme(chosen: string, theme: Theme): AccentColours {
  const { lightness, chroma, hue } = oklchOf(chosen)
  const { ground, surface, float, tint, ink, muted } = GROUNDS[theme]
  const inDark = theme === 'dark'
  const on = (colour: string, grounds: string[], least: number) =>
    grounds.every((one) => contrast(colour, one) >= least)
  const full = (value: number) => oklch(value, chroma, hue)
  // Letters and lines of full colour glare on a dark ground.
  const gentle = (value: number) => oklch(value, inDark ? chroma * 0.55 : chroma, hue)

  const fill = (text: string) =>
    nearest(lightness, (value) => on(full(value), [text], READ) && on(full(value), [ground, surface], SEEN))
  const [withWhite, withDark] = [fill(WHITE), fill(DARK)]
  const isWhite = Math.abs(withWhite - lightness) - Math.abs(withDark - lightness) <= FOR_WHITE
  const filled = isWhite ? withWhite : withDark

  const soft = inDark
    ? oklch(0.285, Math.min(chroma * 0.3, 0.068), hue)
    : oklch(0.95, Math.min(chroma * 0.1, 0.024), hue)
  const letters = nearest(inDark ? Math.max(lightness, 0.75) : lightness, (value) =>
    on(gentle(value), [ground, surface, float, tint, soft], READ),
  )
  const line = nearest(inDark ? Math.max(lightness, 0.7) : lightness, (value) =>
    on(gentle(value), [ground, surface, float, tint], SEEN),
  )
  return {
    accent: full(filled),
    'accent-strong': full(pressed(filled, isWhite)),
    'on-accent': isWhite ? WHITE : DARK,
    'accent-ink': gentle(letters),
    'accent-soft': on(soft, [ink, muted], READ) ? soft : tint,
    focus: gentle(line),
  }
}

/** Under the pointer: away from its text, where there is room. */
function pressed(filled: number, isWhite: boolean): number {
  if (isWhite) return filled > 0.25 ? filled - 0.06 : filled + 0.08
  return filled < 0.9 ? filled + 0.06 : filled - 0.06
}

/** The lightness next to this one that will do; in steps that nobody sees. */
function nearest(lightness: number, does: (value: number) => boolean): number {
  const step = 0.005
  for (let n = 0; n * step <= 1; n++)
    for (const value of [lightness - n * step, lightness + n * step])
      if (value >= 0 && value <= 1 && does(value)) return value
  throw new Error('no lightness of this hue can be read')
}
