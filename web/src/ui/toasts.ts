export type Toast = { id: number; text: string; tone: 'done' | 'stop' }

/** How long a toast stays (UI-007). */
export const toastMilliseconds = 2_000

let visibleToasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  visibleToasts = next
  for (const tell of listeners) tell()
}

/** Says in passing that something is done. Use a dialog if an answer is needed. */
export function toast(text: string, tone: Toast['tone'] = 'done') {
  const id = ++last
  change([...visibleToasts, { id, text, tone }])
  setTimeout(() => change(visibleToasts.filter((other) => other.id !== id)), toastMilliseconds)
}

export const toasts = {
  shown: () => visibleToasts,
  clear: () => change([]),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
