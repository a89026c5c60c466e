import type { ReportDocument, ReportSection } from '@callboard/domain/kernel/document.ts'
import styles from './Confirmation.module.css'

/** A report on the screen, drawn from the same words as its print and its PDF. */
export function ReportView({
  document: { title, above, below, facts, sections, footer },
}: {
  document: ReportDocument
}) {
  return (
    <article className={styles['paper']} aria-label={title}>
      <header>
        <p className={styles['above']}>{above}</p>
        <h2 className={styles['title']}>{title}</h2>
        <p className={styles['below']}>{below}</p>
      </header>
      <dl className={styles['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sections.map((section) => (
        <Section key={section.heading} section={section} />
      ))}
      <footer className={styles['foot']}>{footer}</footer>
    </article>
  )
}

function Section({ section }: { section: ReportSection }) {
  const { heading, rows, totals, notes } = section
  return (
    <section>
      <h3 className={styles['heading']}>{heading}</h3>
      {rows.length > 0 && <Table section={section} />}
      {totals.length > 0 && (
        <dl className={styles['totals']}>
          {totals.map(({ label, value, strong }) => (
            <div key={label} data-strong={strong || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  )
}

const Table = ({ section: { heading, columns, rows } }: { section: ReportSection }) => (
  <table className={styles['table']} aria-label={heading}>
    <thead>
      <tr>
        {columns.map(({ header, align }) => (
          <th key={header} scope="col" data-align={align}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells, below }, row) => (
        // Two lines of a report may read the same; their place is what tells them apart.
        <tr key={row}>
          {columns.map(({ header, align }, index) => (
            <td key={header} data-align={align}>
              {cells[index]}
              {index === 0 && below && <span className={styles['why']}>{below}</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
