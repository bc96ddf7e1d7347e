// Colours are thought in OKLCH, where equal lightness looks equally light, and written as sRGB, which is all that
// the SVG renderer knows.

/** `lightness` 0–1, `chroma` about 0–0.37, `hue` in degrees. What sRGB cannot show loses chroma, never hue or lightness. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  let low = 0
  let high = chroma
  let rgb = toLinear(lightness, chroma, hue)
  if (!inside(rgb)) {
    for (let i = 0; i < 12; i++) {
      const middle = (low + high) / 2
      if (inside(toLinear(lightness, middle, hue))) low = middle
      else high = middle
    }
    rgb = toLinear(lightness, low, hue)
  }
  return `#${rgb.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2 contrast of two #rrggbb colours, 1–21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Is this #rrggbb nearer to white than to black? */
export function light(hex: string): boolean {
  return luminance(hex) > 0.18
}

/** What `oklch` would have to be given for this #rrggbb; the hue of a grey is 0. */
export function oklchOf(hex: string): { lightness: number; chroma: number; hue: number } {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [lightness, along, across] = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  const chroma = Math.hypot(along, across)
  // What is left of a grey is rounding, and has no hue.
  if (chroma < 1e-6) return { lightness, chroma: 0, hue: 0 }
  return { lightness, chroma, hue: ((Math.atan2(across, along) * 180) / Math.PI + 360) % 360 }
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearOf(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
}

/** Björn Ottosson's OKLab to linear sRGB. */
function toLinear(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Can sRGB show it as it is? */
export function shown(lightness: number, chroma: number, hue: number): boolean {
  return inside(toLinear(lightness, chroma, hue))
}

function inside(rgb: [number, number, number]): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)
}

function toByte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  const gamma = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
}
