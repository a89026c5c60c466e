import type { StudioHit } from '@callboard/contract/accounts/studios.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { useSearchValues } from '../ui/search-values.ts'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useSession } from '../shell/session.ts'
import { Empty } from '../ui/Empty.tsx'
import { Link } from '../ui/Link.tsx'
import { FormPage } from './FormPage.tsx'
import { StudioSearch } from './StudioSearch.tsx'

/** For who dances with a studio and registers alone: which studio it is. ACC-067, A28. */
export function ChangeStudioPage() {
  const { registration_id } = useSearchValues() as { registration_id?: number }
  const user = useSession()
  const [studio, setStudio] = useState<StudioHit | null>(null)
  const [, navigate] = useLocation()
  const change = useAct('POST /v1/mybtf/{id}/change-studio', {
    refreshes: ['GET /v1/dance360/registrations/{id}'],
    onSuccess: () => {
      const href = registration_id === undefined ? paths.home : paths.registration(registration_id)
      navigate(href)
    },
  })
  const id = user?.id ?? 0
  const save = (studio_id: number) =>
    change.mutate({
      params: { id },
      body: { studio_id, registration_id: registration_id === undefined ? null : Number(registration_id) },
    })

  if (user?.studio_account) return <OwnStudio name={user.studio?.name ?? 'your studio'} />
  return (
    <FormPage title="Your studio" lead="You register on your own. Which studio do you dance with?">
      <Stack gap="lg">
        <StudioSearch label="Find your studio" help="Type part of its name." onChoose={setStudio} />
        {studio && (
          <Text component="output">
            You dance with <strong>{studio.name}</strong>
            {studio.city && `, ${studio.city}`}.
          </Text>
        )}
        <Group gap="xs">
          <Button disabled={!studio} loading={change.isPending} onClick={() => studio && save(studio.id)}>
            CONFIRM
          </Button>
          <Button variant="default" onClick={() => window.history.back()}>
            Back
          </Button>
        </Group>
      </Stack>
    </FormPage>
  )
}

/** The account of a studio always registers that studio. */
const OwnStudio = ({ name }: { name: string }) => (
  <Empty
    level={1}
    title="Your studio"
    action={
      <Button component={Link} to={paths.account}>
        Go to My Account
      </Button>
    }
  >
    This account registers {name}. You can change its details under My Account.
  </Empty>
)
