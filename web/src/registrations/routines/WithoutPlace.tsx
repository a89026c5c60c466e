import { Button } from '@mantine/core'
import type { routinesWithoutPlace } from '@callboard/domain/registrations/places/shortage.ts'
import { useState } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './RoutineTable.module.css'

type WithoutPlaceProps = {
  of: ReturnType<typeof routinesWithoutPlace>[number]
  /** Puts it on the waiting list. */
  wait: () => Promise<unknown>
}

/** The mark of a routine that Submit would refuse: its reason, and what can be done with one press. COMP-081, A18. */
export function WithoutPlace({ of: { routine, reason, joins }, wait }: WithoutPlaceProps) {
  const [pending, setPending] = useState(false)
  return (
    <div className={styles['without']}>
      <StatusBadge state="stop">No place</StatusBadge>
      <span className={styles['reason']}>
        {reason} {joins === 'submitting' && 'When you submit, you can put it on the waiting list.'}
        {joins === null && 'Please remove it, or another one.'}
      </span>
      {joins === 'now' && (
        <Button
          size="xs"
          variant="default"
          loading={pending}
          aria-label={`Put ${routine.routine.name} on the waiting list`}
          onClick={() => {
            setPending(true)
            void wait().finally(() => setPending(false))
          }}
        >
          Put on the waiting list
        </Button>
      )}
    </div>
  )
}
