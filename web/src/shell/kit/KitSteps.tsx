import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Steps, type StepItem } from '../../ui/Steps.tsx'

const shortRun = ['Roster', 'Dancers', 'Teachers', 'Observers', 'Competition', 'Review', 'Payment', 'Success']
const longRun = [
  'Roster',
  'Dancers',
  'Best Dancers',
  'Teachers',
  'Observers',
  'Competition',
  'Studio of the Year',
  'Studio awards',
  'Specialty awards',
  'Review',
  'Payment',
  'Success',
]

export function KitSteps() {
  const [long, setLong] = useState(false)
  const [pending, setPending] = useState(false)
  const names = long ? longRun : shortRun
  const here = 4
  const steps = names.map((name, index): StepItem => {
    const state = index < here ? 'success' : index === here ? 'active' : index === here + 1 ? 'next' : 'disabled'
    const blockedBy = state === 'disabled' ? 'To continue, please register at least one dancer or teacher.' : undefined
    return { key: name, name, to: '/dev/kit', state, blockedBy }
  })
  return (
    <>
      <Steps label="Registration steps" steps={steps} compact={long} pending={pending} />
      <Group gap="xs" mb="xl">
        <Button variant="default" size="sm" onClick={() => setLong(!long)}>
          {long ? 'Eight steps' : 'Twelve steps'}
        </Button>
        <Button variant="default" size="sm" onClick={() => setPending(!pending)}>
          {pending ? 'Not submitting' : 'Submitting'}
        </Button>
      </Group>
    </>
  )
}
