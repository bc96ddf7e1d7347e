// What people quote of a withdrawal, and by which the back office finds it: the beginning of its id.

export function referenceOf(id: string): string {
  return `W-${id.slice(0, 8).toUpperCase()}`
}
