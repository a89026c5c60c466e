import { useEffect, useEffectEvent } from 'react'
import { dialogs } from './dialogs.ts'

type SaveShortcut = { label: string; inDialog: boolean }

/** Screens that save on Ctrl+Enter, the topmost last. */
let saveShortcuts: readonly SaveShortcut[] = []

const textEntry = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const hasModal = () => document.querySelector('[aria-modal="true"]') !== null

/** The shortcut that works now: below an open dialog none does. */
const activeSave = (): SaveShortcut | undefined => {
  const last = saveShortcuts.at(-1)
  return last && dialogs.open().length === 0 && (last.inDialog || !hasModal()) ? last : undefined
}

/** The label of the button that Ctrl+Enter presses on this page; undefined: it presses none. */
export const saveLabel = (): string | undefined => saveShortcuts.at(-1)?.label

/** Ctrl+Enter, on a Mac ⌘+Enter, does the main act of the screen; focus may be anywhere. `label` is the button's. */
export function useSaveShortcut(label: string, run: () => void, where: 'page' | 'dialog' = 'page') {
  const save = useEffectEvent(run)
  useEffect(() => {
    const shortcut: SaveShortcut = { label, inDialog: where === 'dialog' }
    saveShortcuts = [...saveShortcuts, shortcut]
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.repeat || event.isComposing || activeSave() !== shortcut) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', press)
    return () => {
      saveShortcuts = saveShortcuts.filter((other) => other !== shortcut)
      window.removeEventListener('keydown', press)
    }
  }, [label, where])
}

/** `?` asks for the list of shortcuts, unless it is typed into a field. */
export function useShortcutHelp(open: () => void) {
  const show = useEffectEvent(open)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || dialogs.open().length > 0) return
      if (event.target instanceof Element && event.target.matches(textEntry)) return
      event.preventDefault()
      show()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
