import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'
import { useLocation } from 'wouter'
import { useMemo } from 'react'
import { explained } from '../api/failure.ts'
import { paths } from '../shell/paths.ts'
import { attendeeTitles, type PerformAnswer, type Perform } from '../registrations/attendees/perform.ts'
import { toast } from '../ui/toasts.ts'
import { confirm, notice, type Consequence } from '../ui/dialogs.ts'
import type { RegistrationStore } from './registration-store.ts'
import { useStore } from './wizard-context.tsx'

type Question = {
  title: string
  yes: string
  no: string
  whenYes: PerformAnswer
  whenNo: PerformAnswer | null
  consequence: Consequence
}

const questions: Partial<Record<Refusal['code'], Question>> = {
  'attendee.is_teacher?': {
    title: 'Teacher or dancer?',
    yes: 'Yes, a teacher',
    no: 'No, a dancer',
    whenYes: 'teacher',
    whenNo: 'dancer',
    consequence: 'none',
  },
  'attendee.is_dancer?': {
    title: 'Dancer or teacher?',
    yes: 'Yes, a dancer',
    no: 'No, a teacher',
    whenYes: 'dancer',
    whenNo: 'teacher',
    consequence: 'none',
  },
  'attendee.college_off?': {
    title: 'Remove the college discount',
    yes: 'Yes, remove it',
    no: 'No, keep it',
    whenYes: 'yes',
    whenNo: null,
    consequence: 'loss',
  },
}

/** The dialog's title of a refusal. */
const titleOf = ({ code }: Refusal): string => attendeeTitles[code] ?? 'Sorry!'

/** The saving of a lost free teacher is easily missed among the lines of a bill. ATT-042. */
function announceLostTeachers(teachersBefore: number, { free_teacher: { count }, paying_dancers }: Quote) {
  if (count >= teachersBefore) return
  const dancers = paying_dancers === 1 ? '1 paying dancer earns' : `${paying_dancers} paying dancers earn`
  const teachers = count === 1 ? '1 free teacher' : `${count === 0 ? 'no' : count} free teachers`
  toast(`${dancers} ${teachers}, no longer ${teachersBefore}`, 'stop')
}

export function performer(store: RegistrationStore, goTo: (path: string) => void): Perform {
  return async function perform(act, saysItself = []) {
    const { count: teachersBefore } = store.get().price.free_teacher
    const refusal = store.perform(act)
    if (!refusal) announceLostTeachers(teachersBefore, store.get().price)
    if (!refusal || saysItself.includes(refusal.code)) return refusal

    const question = questions[refusal.code]
    if (question) {
      const { whenYes, whenNo, ...words } = question
      const answer = (await confirm({ ...words, message: await explained(refusal) })) ? whenYes : whenNo
      if (answer === null) return refusal
      return perform((registration, facts) => act(registration, facts, answer), saysItself)
    }
    if (refusal.code === 'attendee.birthdate_missing') {
      const message = await explained(refusal)
      const way = { yes: 'Go to the roster', no: 'Stay here', consequence: 'none' } as const
      const wants = await confirm({ title: 'Birthdate missing', message, ...way })
      if (wants) goTo(paths.step(store.id, 'roster'))
      return refusal
    }
    const { registration, facts } = store.get()
    const { competingSentence } = await import('../registrations/attendees/competing-sentence.ts')
    const message = `${await explained(refusal)}${competingSentence(refusal, registration, facts)}`
    await notice({ title: titleOf(refusal), message })
    return refusal
  }
}

export function usePerform(): Perform {
  const store = useStore()
  const [, navigate] = useLocation()
  return useMemo(() => performer(store, (href) => navigate(href)), [store, navigate])
}
