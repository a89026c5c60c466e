import { Button } from '@mantine/core'
import { useState } from 'react'
import { failureSentence } from '../api/failure.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useOnline } from '../ui/use-online.ts'
import { useStore, useWizard } from './wizard-context.tsx'
import styles from './WizardFrame.module.css'

/** Whether what is seen is stored. */
export function SaveState() {
  const store = useStore()
  const saving = useWizard((state) => state.saving)
  const error = useWizard((state) => state.error)
  const isOnline = useOnline()
  // 'Saved' answers a change: a step that was only looked at saved nothing.
  const [hasChanged, setHasChanged] = useState(saving !== 'saved')
  if (saving !== 'saved' && !hasChanged) setHasChanged(true)
  if (saving === 'saved' && !hasChanged) return <output className={styles['saving']} />
  if (saving === 'saved') return <SaveMessage tone="done">Saved</SaveMessage>
  if (saving === 'saving' || saving === 'unsaved') return <SaveMessage tone="standby">Saving…</SaveMessage>
  const waitingWords = isOnline
    ? 'Callboard is not responding right now. Nothing is lost; it is saved once it responds.'
    : 'You are offline. Nothing is lost; it is saved once you are back.'
  const words = saving === 'waiting' ? waitingWords : `Not saved. ${failureSentence(error) ?? ''}`
  return (
    <SaveMessage tone="stop" urgent>
      {words}
      <Button variant="default" size="sm" ml="xs" onClick={() => void store.flush()}>
        Try again
      </Button>
    </SaveMessage>
  )
}

type SaveMessageProps = { tone: 'done' | 'standby' | 'stop'; urgent?: boolean; children: React.ReactNode }

const SaveMessage = ({ tone, urgent = false, children }: SaveMessageProps) => (
  <div className={styles['saving']} role={urgent ? 'alert' : 'status'}>
    <StatusBadge state={tone}>{children}</StatusBadge>
  </div>
)
