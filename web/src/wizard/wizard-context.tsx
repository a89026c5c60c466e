import type { StepFacts } from '@callboard/domain/registrations/steps.ts'
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { RegistrationStore, WizardState } from './registration-store.ts'

const StoreContext = createContext<RegistrationStore | null>(null)
const StepFactsContext = createContext<StepFacts | null>(null)

export const StoreProvider = ({ store, children }: { store: RegistrationStore; children: ReactNode }) => (
  <StoreContext value={store}>{children}</StoreContext>
)

export const StepFactsProvider = ({ stepFacts, children }: { stepFacts: StepFacts; children: ReactNode }) => (
  <StepFactsContext value={stepFacts}>{children}</StepFactsContext>
)

/** The store of the registration that is open. */
export function useStore(): RegistrationStore {
  const store = use(StoreContext)
  if (!store) throw new Error('There is no wizard above this component')
  return store
}

/** A part of the wizard's state; drawn again only when that part changed. */
export function useWizard<Part>(select: (state: WizardState) => Part): Part {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** Data the steps read in addition to the registration: roster, programs, payments. */
export function useStepFacts(): StepFacts {
  const stepFacts = use(StepFactsContext)
  if (!stepFacts) throw new Error('There is no wizard above this component')
  return stepFacts
}
