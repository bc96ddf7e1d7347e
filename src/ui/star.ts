/** A star's outline in a square of 20, moved right by `x`. */
export function starAt(x: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 8.8 : 4.1
    const angle = (Math.PI * index) / 5
    return `${(x + 10 + radius * Math.sin(angle)).toFixed(2)} ${(10.6 - radius * Math.cos(angle)).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}

export const STAR = starAt(0)
