import { partLabels, releaseParts } from '@callboard/domain/results/release.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { CorrectionPanel } from './CorrectionPanel.tsx'
import { ProposalPanel } from './ProposalPanel.tsx'
import { ProposePanel } from './ProposePanel.tsx'
import styles from './Release.module.css'
import { useRelease, type OfficeRelease } from './use-release.ts'
import { VersionList } from './VersionList.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const partOptions = releaseParts.map((value) => ({ value, label: partLabels[value] }))

/** The office releases a city's results: preview and warnings, proposal, confirmation, versions. OFF-032. */
export function ReleasePage() {
  const id = useIdInPath()
  const [params, show] = useSearchParams<{ part?: string }>()
  const part = releaseParts.find((value) => value === params.part) ?? 'results'
  const release = useRelease(id, part)
  const { data, error, refetch } = release
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div className={officeStyles['stack']}>
      <PageHeader title={data ? `Release for ${data.city}` : 'Release'} above={data?.event}>
        One person proposes, another confirms. Until then studios see nothing and get no email.{' '}
        <Link to={paths.officeAt(`tour-dates/${id}/script`)}>Open the emcee’s script</Link>
      </PageHeader>
      <CityNav id={id} />
      <div className={styles['part']}>
        <SelectField
          label="Part"
          name="part"
          value={part}
          options={partOptions}
          onChange={(next) => show({ part: next ?? undefined })}
          error={undefined}
        />
      </div>
      {data ? (
        <>
          {data.outdated_parts.length > 0 && (
            <StatusBadge state="standby">
              {data.outdated_parts.map((one) => partLabels[one]).join(' and ')}: studios still see what was released
              before these changes. Release them too.
            </StatusBadge>
          )}
          {data.proposal && <ProposalPanel key={data.proposal.id} data={data} release={release} />}
          <CorrectionPanel key={`correction ${part} ${data.input_hash}`} data={data} />
          <ProposePanel key={`${part} ${data.input_hash}`} data={data} release={release} />
          <VersionList data={data} release={release} />
          <Preview data={data} />
          <AwardsPreview data={data} />
        </>
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </div>
  )
}

const pointsText = (points: number | null) => (points === null ? '–' : String(points / 100))

/** The entries as they would be released now. */
function Preview({ data: { entries, awards } }: { data: OfficeRelease }) {
  if (entries.length === 0) {
    return awards.length > 0 ? null : (
      <Panel title="Preview">
        <Empty title="Nothing to release yet">
          Entries appear here once they have danced. Their marks are entered under Scores.
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel title={`Preview: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`} flush>
      <ScrollBox label="Preview of the results">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Studio</th>
              <th scope="col">Total</th>
              <th scope="col">Level</th>
              <th scope="col">Places</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, label, name, studio, total, level, places, canceled }) => (
              <tr key={id}>
                <th scope="row">
                  {label} {name}
                </th>
                <td>{studio}</td>
                <td>{canceled ? 'Canceled' : pointsText(total)}</td>
                <td>{level}</td>
                <td>{places.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}

/** Auditions, studio awards and picks as they would be released now. */
function AwardsPreview({ data: { awards } }: { data: OfficeRelease }) {
  if (awards.length === 0) return null
  return (
    <Panel title={`Preview: ${awards.length} other ${awards.length === 1 ? 'award' : 'awards'}`} flush>
      <ScrollBox label="Preview of other awards">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Award</th>
              <th scope="col">Place</th>
              <th scope="col">Name</th>
              <th scope="col">Score or amount</th>
            </tr>
          </thead>
          {awards.map(({ award, rows }, at) => (
            // Awards, and people in one, may have one name.
            <tbody key={`${at}/${award}`}>
              {rows.map(({ place, name, score }, index) => (
                <tr key={`${index}/${name}`}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={rows.length}>
                      {award}
                    </th>
                  )}
                  <td>{place}</td>
                  <td>{name}</td>
                  <td>{score}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollBox>
    </Panel>
  )
}
