export type Toast = { id: number; text: string; tone: 'done' | 'stop' }

/** How long a toast stays (UI-007). */
export const toastMilliseconds = 2_000

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  shown = next
  for (const tell of listeners) tell()
}

/** Says in passing that something is done. Use a dialog if an answer is needed. */
export function toast(text: string, tone: Toast['tone'] = 'done') {
  const id = ++last
  change([...shown, { id, text, tone }])
  setTimeout(() => change(shown.filter((other) => other.id !== id)), toastMilliseconds)
}

export const toasts = {
  shown: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
