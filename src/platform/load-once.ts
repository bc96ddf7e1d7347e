// What is large or far away and not always needed: loaded when it is first wanted.

export interface LoadOnce<T> {
  /** Loads it, unless that was begun; what failed is loaded again. */
  wanted(): Promise<T>
  /** What is there or on its way; undefined: nobody has wanted it, or it failed. */
  begun(): Promise<T> | undefined
}

export function loadOnce<T>(load: () => Promise<T>): LoadOnce<T> {
  let loading: Promise<T> | undefined
  return {
    wanted() {
      loading ??= load().catch((error) => {
        loading = undefined
        throw error
      })
      return loading
    },
    begun: () => loading,
  }
}
