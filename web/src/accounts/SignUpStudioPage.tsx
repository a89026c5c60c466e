import type { StudioHit } from '@callboard/contract/accounts/studios.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useBeginSession } from '../shell/session.ts'
import { confirm, notice } from '../ui/dialogs.ts'
import { Link } from '../ui/Link.tsx'
import { usePeopleLists } from './AddressFields.tsx'
import { FormPage } from './FormPage.tsx'
import { SetupLinkForm } from './SetupLinkForm.tsx'
import { wireStudio } from './studio-entry.ts'
import { emptyStudio, newAccount, StudioForm } from './StudioForm.tsx'
import { StudioSearch } from './StudioSearch.tsx'
import { ThankYou } from './ThankYou.tsx'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type Stage =
  | { at: 'find' }
  | { at: 'create' }
  /** `known`: an account was there already, found through the address just typed. */
  | { at: 'setup'; studio: { id: number; name: string }; email: string; known: boolean }

/** A studio signs up in three stages: find, create, setup. ACC-031. */
export function SignUpStudioPage() {
  const formDraft = useDraft('accounts/sign-up-studio')
  const [stage, setStage] = useState<Stage>(formDraft.isRestored() ? { at: 'create' } : { at: 'find' })
  const [entry, setEntry] = useDraftState(formDraft, 'entry', { ...emptyStudio, account: newAccount })
  const [searchText, setSearchText] = useState('')
  const types = usePeopleLists()?.person_types ?? []
  const navigate = useOpenScreen()
  const beginSession = useBeginSession()
  const signUp = useAct('POST /v1/mybtf/new-studio-signup', {
    failure: 'in place',
    onSuccess: ({ exists, id, user }) => {
      formDraft.clear()
      if (user) beginSession(user)
      if (exists) setStage({ at: 'setup', studio: { id, name: entry.name }, email: entry.account.email, known: true })
    },
  })
  if (signUp.data?.user) return <ThankYou />

  async function choose({ id, name, claimed }: StudioHit) {
    if (!claimed) return setStage({ at: 'setup', studio: { id, name }, email: '', known: false })
    const signsIn = await confirm({
      title: name,
      message: 'This studio already has an account. Sign in?',
      yes: 'Sign in',
      no: 'Cancel',
      consequence: 'none',
    })
    if (signsIn) await navigate(paths.signin)
  }

  function submit() {
    const owner_type_id = typesOfGroup(types, 'studio')[0]?.id ?? 0
    const { account, owner } = entry
    const primary_mybtf_user = { ...account, person: { fname: owner.fname, lname: owner.lname } }
    signUp.mutate(
      { body: { studio: { ...wireStudio(entry, owner_type_id), primary_mybtf_user } } },
      {
        onError: ({ code, message }) => {
          if (code === 'account.email_taken') void notice({ title: 'Sorry!', message })
        },
      },
    )
  }

  /** The name that was searched for is the name of the new studio. */
  function create() {
    if (searchText.trim() !== '') setEntry({ ...entry, name: searchText.trim() })
    setStage({ at: 'create' })
  }

  if (stage.at === 'setup') return <SetupLinkForm {...stage} onBack={() => setStage({ at: 'find' })} />
  if (stage.at === 'create') {
    return (
      <FormPage title="A new studio" lead="We’ll use this on your registrations.">
        <StudioForm
          draft={formDraft}
          value={entry}
          onChange={({ account, ...rest }) => setEntry({ ...rest, account: account ?? newAccount })}
          error={signUp.error}
          pending={signUp.isPending}
          onSubmit={submit}
          onCancel={() => setStage({ at: 'find' })}
          submitText="Sign up"
        />
      </FormPage>
    )
  }
  return (
    <FormPage
      title="Studio account"
      lead="You may already be in our system."
      aside={
        <span>
          For yourself or your children: <Link to={paths.signupUser}>individual account</Link>
        </span>
      }
    >
      <Stack gap="lg">
        <StudioSearch
          label="Find your studio"
          help="Type part of its name."
          onChoose={(studio) => void choose(studio)}
          onText={setSearchText}
        />
        <Text>Don’t see your studio?</Text>
        <div>
          <Button variant="default" onClick={create}>
            Create a new studio
          </Button>
        </div>
      </Stack>
    </FormPage>
  )
}
