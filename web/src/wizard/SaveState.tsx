import { Button } from '@mantine/core'
import { failureSentence } from '../api/failure.ts'
import { CueLight } from '../ui/CueLight.tsx'
import { useStore, useWizard } from './wizard-context.tsx'
import styles from './WizardFrame.module.css'

/** Whether what is seen is stored. */
export function SaveState() {
  const store = useStore()
  const saving = useWizard((state) => state.saving)
  const error = useWizard((state) => state.error)
  if (saving === 'saved') return <Said cue="done">Saved</Said>
  if (saving === 'saving' || saving === 'unsaved') return <Said cue="standby">Saving…</Said>
  const words =
    saving === 'waiting'
      ? 'You are offline. Nothing is lost; it is saved once you are back.'
      : `Not saved. ${failureSentence(error) ?? ''}`
  return (
    <Said cue="stop" urgent>
      {words}
      <Button variant="default" size="sm" ml="xs" onClick={() => void store.flush()}>
        Try again
      </Button>
    </Said>
  )
}

type SaidProps = { cue: 'done' | 'standby' | 'stop'; urgent?: boolean; children: React.ReactNode }

const Said = ({ cue, urgent = false, children }: SaidProps) => (
  <div className={styles['saving']} role={urgent ? 'alert' : 'status'}>
    <CueLight state={cue}>{children}</CueLight>
  </div>
)
