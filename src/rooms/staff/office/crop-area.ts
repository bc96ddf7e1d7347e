// The part of a picture that is kept, in per cent of its width and height: where it begins, and how buttons move it.
import { type Cut, WHOLE } from '#rooms/pictures/limits.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const LEAST = 8

/** What was taken before; else the most of the picture that has the shape (width by height, both in per cent). */
export function startArea(cut: Cut | null, shape: number | undefined): Area {
  if (cut) {
    const percent = (share: number) => (share * 100) / WHOLE
    return { x: percent(cut.x), y: percent(cut.y), width: percent(cut.width), height: percent(cut.height) }
  }
  if (shape === undefined) return { x: 0, y: 0, width: 100, height: 100 }
  const width = Math.min(100, 100 * shape)
  const height = Math.min(100, 100 / shape)
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}

export function moved(area: Area, across: number, down: number): Area {
  return {
    ...area,
    x: within(area.x + across, 100 - area.width),
    y: within(area.y + down, 100 - area.height),
  }
}

/** Around its middle, as long as the picture has room. */
export function sized(area: Area, by: number, shape: number | undefined): Area {
  const ratio = shape ?? area.width / area.height
  const most = Math.min(100, 100 * ratio)
  const width = Math.min(Math.max(area.width + by, LEAST * Math.max(1, ratio)), most)
  const height = Math.min(100, width / ratio)
  return {
    width,
    height,
    x: within(area.x + (area.width - width) / 2, 100 - width),
    y: within(area.y + (area.height - height) / 2, 100 - height),
  }
}

const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
