import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Redirect, useLocation, useParams } from 'wouter'
import { useDeferredValue, useEffect, useState } from 'react'
import { actForOwnerOf, actsForOwnerOf, call } from '../api/call.ts'
import { failureWords } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import { paths } from '../shell/paths.ts'
import { useSession } from '../shell/session.ts'
import { Empty } from '../ui/Empty.tsx'
import { makeRegistrationStore } from './registration-store.ts'
import { whenSaved } from './save-queue.ts'
import { readForOffice, registrationCalls } from './registration-calls.ts'
import { useCurrentStepFacts } from './use-step-facts.ts'
import { StoreProvider, StepFactsProvider } from './wizard-context.tsx'
import { StepWaiting } from './StepWaiting.tsx'
import { WizardFrame } from './WizardFrame.tsx'

type WizardData = Parameters<typeof makeRegistrationStore>[0]

/** The office alone asks, so its code is loaded for nobody else. */
async function isEditedFor(id: number, staff_id: number): Promise<boolean> {
  const { isEditedBy } = await import('../registrations/office/record.ts')
  return isEditedBy(id, staff_id)
}

async function open(id: number, staff_id: number | null): Promise<WizardData> {
  await whenSaved(id)
  const isForOwner = staff_id !== null && (await isEditedFor(id, staff_id))
  const record = await (isForOwner ? readForOffice : registrationCalls.read)(id)
  const city = await call('GET /v1/dance360/tour-dates/{id}/city', { params: { id: record.tour_date_id } })
  return { record, city }
}

/** The wizard of one registration. Opening another one begins with nothing of this one. WIZ-002, WIZ-052. */
export function WizardPage() {
  // The address has one number; the router's types know it only where the route is named.
  const { id = '' }: { id?: string } = useParams()
  if (!/^[1-9]\d{0,9}$/.test(id)) return <Redirect to={paths.home} replace />
  return <OpenRegistration key={id} id={Number(id)} />
}

function OpenRegistration({ id }: { id: number }) {
  const [path] = useLocation()
  const user = useSession()
  const staff_id = user && user.role !== 'user' ? user.id : null
  useOfficeEditEnd(id)
  const wizardQuery = useQuery({
    queryKey: ['wizard', id],
    queryFn: () => open(id, staff_id),
    // Read anew each time the wizard is opened; while it is open the store knows better.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  // The first step of a large registration is drawn in slices: a phone answers to a finger meanwhile.
  const data = useDeferredValue(wizardQuery.data)
  if (data) return <OpenWizard data={data} />
  const { error } = wizardQuery
  if (error instanceof ReplyError && [403, 404].includes(error.status)) {
    // Missing, or somebody else's: there is nothing here to say anything of. WIZ-043.
    return <Redirect to={paths.home} replace />
  }
  if (wizardQuery.error) {
    const { title, message } = failureWords(wizardQuery.error)
    return (
      <Empty level={1} title={title} action={<Button onClick={() => void wizardQuery.refetch()}>Try again</Button>}>
        {message}
      </Empty>
    )
  }
  return <StepWaiting path={path} />
}

/** Once the wizard is left and all is saved, calls are the office's own again, and so are the rosters it reads. */
function useOfficeEditEnd(id: number) {
  const queries = useQueryClient()
  useEffect(
    () => () => {
      if (!actsForOwnerOf(id)) return
      void whenSaved(id).then(() => {
        actForOwnerOf(null)
        queries.removeQueries({ queryKey: ['GET /v1/mybtf/roster'] })
      })
    },
    [id, queries],
  )
}

function OpenWizard({ data }: { data: WizardData }) {
  const [store] = useState(() => makeRegistrationStore(data))
  return (
    <StoreProvider store={store}>
      <WithStepFacts />
    </StoreProvider>
  )
}

function WithStepFacts() {
  const stepFacts = useCurrentStepFacts()
  return (
    <StepFactsProvider stepFacts={stepFacts}>
      <WizardFrame />
    </StepFactsProvider>
  )
}
