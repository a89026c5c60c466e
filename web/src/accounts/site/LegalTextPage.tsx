import { passagesOf } from '@callboard/domain/accounts/legal-text.ts'
import { Button } from '@mantine/core'
import { failureSentence } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { longDayText } from '@callboard/domain/kernel/moment-text.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from './LegalTextPage.module.css'

type LegalTextPageProps = { name: 'terms' | 'privacy'; title: string }

/** A text as it is now, and since when. ACC-072, ACC-073, CONST-032, OFF-035. */
export function LegalTextPage({ name, title }: LegalTextPageProps) {
  const { data, error, refetch } = useRead('GET /v1/legal-texts/{name}', { params: { name } })
  return (
    <>
      <PageHeader title={title}>{data && `Last modified ${longDayText(data.since)}`}</PageHeader>
      {!data && !error && <FormSkeleton fields={6} />}
      {!data && error && (
        <div role="alert">
          <p>{failureSentence(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && <TextBlocks blocks={passagesOf(data.text)} />}
    </>
  )
}

export const TermsPage = () => <LegalTextPage name="terms" title="Terms" />
/** docs/privacy.md explains the paragraph about children under 13. */
export const PrivacyPage = () => <LegalTextPage name="privacy" title="Privacy" />

type TextBlocksProps = { blocks: readonly { heading: boolean; text: string }[] }

/** Renders a text as headings and paragraphs. */
export const TextBlocks = ({ blocks }: TextBlocksProps) => (
  <div className={styles['text']}>
    {blocks.map(({ heading, text }, at) => (heading ? <h2 key={at}>{text}</h2> : <p key={at}>{text}</p>))}
  </div>
)
