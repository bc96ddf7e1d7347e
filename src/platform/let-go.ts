/**
 * After work that leaves as much behind as it made: what nobody holds any more goes back to the system soon, and not only when as
 * much again has been asked for. Needs Node's `--expose-gc`, which the shop is started with; without it, nothing happens.
 */
export function letGo(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' })
}
