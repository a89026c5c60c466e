import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { DateTime } from '../ui/Day.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DevFrame } from './DevFrame.tsx'
import { useDevState, useDevAction } from './dev-calls.ts'

const steps = [
  ['An hour on', 60],
  ['A day on', 1_440],
  ['A week on', 10_080],
  ['A day back', -1_440],
] as const

const momentOf = (input: string) => {
  const moment = Date.parse(input)
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString()
}

/** Turns the product's clock, for everybody who looks at this server. */
export function ClockPage() {
  const devState = useDevState()
  const { act, pending } = useDevAction()
  const [momentText, setMomentText] = useState('2024-10-01T16:00:00Z')
  const to = momentOf(momentText)

  return (
    <DevFrame title="Clock">
      <Panel title="Now">
        <p aria-live="polite">{devState && <DateTime at={devState.now} zone="America/Los_Angeles" />}</p>
        <Group gap="xs" mb="lg">
          {steps.map(([label, advance_minutes]) => (
            <Button
              key={label}
              variant="default"
              disabled={pending}
              onClick={() => void act('/v1/dev/clock', { advance_minutes })}
            >
              {label}
            </Button>
          ))}
          <Button variant="default" disabled={pending} onClick={() => void act('/v1/dev/clock', { to: 'machine' })}>
            The real time
          </Button>
        </Group>
        <Form
          draft="development only"
          error={null}
          pending={pending}
          onSubmit={() => void act('/v1/dev/clock', { to })}
        >
          <TextField
            label="Turn to"
            value={momentText}
            onChange={setMomentText}
            error={to ? undefined : 'Please write a moment such as 2024-10-01T16:00:00Z'}
            help="The moment in UTC. The demonstration begins on October 1, 2024 at 9 am in Portland."
          />
          <Submit pending={pending}>Turn the clock</Submit>
        </Form>
      </Panel>
    </DevFrame>
  )
}
