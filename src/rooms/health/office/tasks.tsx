// How many jobs there are of each name.
import { Link } from '@tanstack/react-router'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Health } from './health.ts'
import { sayAge, sayCount } from './health-said.ts'

type Task = Health['jobs']['tasks'][number]
const COLUMNS = ['waiting', 'later', 'running', 'dead'] as const

export function Tasks({ health: { jobs } }: { health: Health }) {
  const t = useOfficeWords()
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t('health.tasks')}</h2>
      {jobs.isMore && <p className="mt-1 text-sm text-muted">{t('health.tasksMore')}</p>}
      {jobs.tasks.length === 0 ? (
        <p className="mt-2 text-muted">{t('health.tasksNone')}</p>
      ) : (
        <>
          <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
            <caption className="sr-only">{t('health.tasks')}</caption>
            <thead>
              <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
                <th scope="col">{t('health.task')}</th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`health.counts.${column}`)}
                  </th>
                ))}
                <th scope="col">{t('health.oldest')}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.tasks.map((task) => (
                <tr key={task.task} className="figures border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
                  <td className="max-w-72 font-mono break-words">
                    <bdi>{task.task}</bdi>
                  </td>
                  {COLUMNS.map((column) => (
                    <td key={column}>
                      <Counted task={task} column={column} />
                    </td>
                  ))}
                  <td className="text-muted">{task.oldest ? sayAge(t, task.oldest) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className="mt-3 md:hidden">
            {jobs.tasks.map((task) => (
              <li key={task.task} className="figures grid gap-1 border-b border-line py-3 text-sm">
                <p className="min-w-0 font-mono break-words">
                  <bdi>{task.task}</bdi>
                </p>
                <p className="flex flex-wrap gap-x-3 text-muted">
                  {COLUMNS.filter((column) => task[column] > 0).map((column) => (
                    <span key={column}>
                      {t(`health.counts.${column}`)} <Counted task={task} column={column} />
                    </span>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Counted({ task, column }: { task: Task; column: (typeof COLUMNS)[number] }) {
  const t = useOfficeWords()
  const said = sayCount(t, task[column])
  if (column !== 'dead' || task.dead === 0) return said
  return (
    <Link to="/health/jobs" search={{ state: 'dead', task: task.task }} className={`${textLinkClass} text-bad`}>
      {said}
    </Link>
  )
}
