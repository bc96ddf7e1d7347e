// Four or five palettes per genre, each from a scheme (how light the parts are) and three hues.
import { oklch } from './colour.ts'
import type { PosterGenre } from './genre.ts'

export interface Palette {
  /** The ground, and its other end where it fades. */
  ground: string
  deep: string
  /** Three shape colours: the loud one, its partner, the light or small accent. */
  loud: string
  partner: string
  spark: string
  /** The title; at least 4.5 : 1 on `ground` and `deep`. */
  ink: string
}

type Scheme = (a: number, b: number, c: number) => Palette

/** Dark ground, glowing shapes. */
const night: Scheme = (a, b, c) => ({
  ground: oklch(0.2, 0.06, a),
  deep: oklch(0.29, 0.11, a),
  loud: oklch(0.67, 0.23, b),
  partner: oklch(0.5, 0.2, (a + b) / 2 + (Math.abs(a - b) > 180 ? 180 : 0)),
  spark: oklch(0.87, 0.15, c),
  ink: oklch(0.98, 0.015, c),
})

/** Saturated ground of middle lightness. */
const vivid: Scheme = (a, b, c) => ({
  ground: oklch(0.47, 0.2, a),
  deep: oklch(0.36, 0.16, a),
  loud: oklch(0.78, 0.19, b),
  partner: oklch(0.27, 0.12, a),
  spark: oklch(0.94, 0.08, c),
  ink: oklch(0.99, 0.015, c),
})

/** Bright, sunny ground, dark title. */
const day: Scheme = (a, b, c) => ({
  ground: oklch(0.85, 0.16, a),
  deep: oklch(0.79, 0.17, a - 12),
  loud: oklch(0.6, 0.23, b),
  partner: oklch(0.33, 0.12, c),
  spark: oklch(0.97, 0.04, a),
  ink: oklch(0.21, 0.07, c),
})

/** Printed on tinted paper. */
const paper: Scheme = (a, b, c) => ({
  ground: oklch(0.945, 0.025, a),
  deep: oklch(0.9, 0.045, a),
  loud: oklch(0.63, 0.225, b),
  partner: oklch(0.34, 0.13, c),
  spark: oklch(0.82, 0.15, (b + 50) % 360),
  ink: oklch(0.22, 0.06, c),
})

export const PALETTES: Record<PosterGenre, readonly Palette[]> = {
  action: [night(25, 35, 80), vivid(27, 85, 90), day(75, 28, 20), night(285, 15, 60), paper(70, 28, 265)],
  fighting: [vivid(15, 90, 95), night(300, 5, 95), day(95, 15, 310), vivid(262, 40, 95), night(265, 28, 190)],
  shooter: [night(240, 45, 85), vivid(155, 100, 110), day(55, 35, 260), night(150, 125, 110), paper(100, 40, 160)],
  racing: [vivid(262, 30, 90), day(92, 25, 265), night(265, 345, 195), vivid(28, 92, 95), paper(230, 25, 260)],
  sports: [vivid(148, 110, 110), night(258, 140, 110), day(130, 262, 150), vivid(258, 95, 100), paper(130, 145, 262)],
  rpg: [night(290, 55, 88), vivid(295, 80, 90), night(170, 75, 95), day(82, 30, 290), night(25, 60, 85)],
  adventure: [night(230, 55, 85), vivid(200, 75, 90), day(65, 15, 255), paper(75, 35, 220), vivid(35, 85, 90)],
  survival: [night(165, 60, 95), vivid(150, 70, 95), day(110, 45, 160), paper(115, 50, 160), night(220, 45, 90)],
  simulation: [vivid(250, 160, 120), day(165, 255, 235), paper(190, 160, 250), day(220, 45, 255), vivid(185, 95, 100)],
  horror: [night(20, 25, 60), night(290, 22, 330), night(165, 140, 120), night(250, 20, 85), vivid(22, 28, 70)],
  strategy: [night(260, 75, 90), paper(85, 25, 255), vivid(185, 75, 90), day(90, 255, 270), vivid(280, 165, 120)],
  puzzle: [day(340, 270, 285), vivid(280, 80, 100), paper(300, 350, 280), day(190, 350, 270), night(275, 200, 95)],
  indie: [paper(80, 30, 260), day(350, 25, 300), vivid(345, 85, 95), day(150, 25, 280), vivid(230, 60, 95)],
  platformer: [day(225, 25, 265), vivid(265, 85, 120), paper(210, 145, 270), day(85, 150, 250), vivid(320, 85, 95)],
}

/** Cards and badges take one hue: the colour people expect of a well-known name, or one of the seed's choosing. */
export function brandPalette(hue: number, dark: boolean): Palette {
  return dark
    ? {
        ground: oklch(0.25, 0.09, hue),
        deep: oklch(0.17, 0.06, hue),
        loud: oklch(0.58, 0.21, hue),
        partner: oklch(0.43, 0.18, hue + 18),
        spark: oklch(0.85, 0.14, hue + 40),
        ink: oklch(0.98, 0.012, hue),
      }
    : {
        ground: oklch(0.94, 0.035, hue),
        deep: oklch(0.86, 0.08, hue),
        loud: oklch(0.56, 0.21, hue),
        partner: oklch(0.4, 0.17, hue + 14),
        spark: oklch(0.86, 0.14, hue + 45),
        ink: oklch(0.24, 0.08, hue),
      }
}

const KNOWN: [RegExp, number][] = [
  [/steam|valve/i, 250],
  [/playstation|\bpsn?\b/i, 262],
  [/xbox|game pass|razer/i, 145],
  [/nintendo|eshop/i, 27],
  [/google|android/i, 158],
  [/apple|app store|itunes/i, 255],
  [/roblox|robux/i, 20],
  [/fortnite|v-bucks/i, 295],
  [/valorant|riot|league of legends/i, 18],
  [/battle\.?net|blizzard|warcraft|overwatch/i, 240],
  [/minecraft|minecoin/i, 140],
  [/pubg|free fire/i, 70],
  [/genshin|honkai|hoyo/i, 280],
  [/discord/i, 278],
  [/twitch/i, 300],
]

export function brandHue(title: string, fallback: number): number {
  return KNOWN.find(([pattern]) => pattern.test(title))?.[1] ?? fallback % 360
}
