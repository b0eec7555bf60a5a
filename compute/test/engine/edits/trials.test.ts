/** What changes do to the finish, tried on an open network: as a full computation of the same changes has it. */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { AddedAlone } from '../../../engine/edits/alone.ts'
import { type Finish, movementOf, projectFinishOf } from '../../../engine/edits/finish-moves.ts'
import { fragnetOf } from '../../../engine/edits/fragnet.ts'
import { PassMeter } from '../../../engine/edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../../engine/edits/recomputed.ts'
import { isTrial, pathDaysOf, Trials } from '../../../engine/edits/trials.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { FIRST_DAY, randomBody, randomChange } from './random-edits.ts'

const BODIES = Number(process.env.TRIAL_BODIES ?? 150)
const SEED = Number(process.env.TRIAL_SEED ?? 1)
const CHANGES = 10
const ROW = analysisRow('analysis.cpm')

function computedBody(body: object): Computed | undefined {
  const input = readRequest({ ...ROW }, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return undefined
  const { status_date, calendar, must_finish_by } = input.params
  const found = computed({
    columns: input.schedules.get('tasks')!,
    members: { status_date, calendar, must_finish_by },
  })
  return isComputed(found) ? found : undefined
}

for (const rules of ['p6', 'ms_project'] as const)
  t.test(
    `${BODIES} random schedules by the rules of ${rules}: each trial has the finish and the path of a full computation`,
    async t => {
      let [tried, local, refused] = [0, 0, 0]
      const differing: string[] = []
      for (let n = 0; n < BODIES && differing.length < 3; n++) {
        const rnd = random(SEED * 1_000_000 + n)
        const body = randomBody(rnd, 14)
        if (rules === 'ms_project' && body.calendars !== undefined) body.scheduling_options = { rules }
        const base = computedBody(body)
        if (base === undefined) continue
        const trials = new Trials(base)
        const meter = new PassMeter([base.schedule.columns])
        for (let c = 0; c < CHANGES; c++) {
          const changes: SentChange[] = [randomChange(rnd, body, c)]
          // a link against the order may be a cycle
          if (rnd() < 0.1) {
            const [predecessor, successor] = [body.tasks.at(-1).id, body.tasks[0].id]
            changes[0] = { link: { predecessor, successor, type: 'FS' } }
          }
          tried++
          const trial = trials.try(changes, ['changes'], { day: true, path: true }, meter)
          const full = recomputed(base.schedule, changes, ['changes'], meter)
          if (!isTrial(trial) || !isComputed(full)) {
            refused++
            if (isTrial(trial) || isComputed(full) || JSON.stringify(trial) !== JSON.stringify(full))
              differing.push(`body ${n}, change ${c}: ${JSON.stringify([isTrial(trial), isComputed(full), changes])}`)
            continue
          }
          if (!trial.isInFull) local++
          const expected = projectFinishOf(full)
          const [mine, theirs] = [trial.finish, expected].map(finish => ({
            offset: finish.offset,
            day: finish.day,
            moment: finish.moment,
            movement: movementOf(projectFinishOf(base), finish),
          }))
          const pathDays = pathDaysOf(full)
          if (!t.strictSame(mine, theirs) || trial.pathDays !== pathDays)
            differing.push(
              `body ${n}, change ${c}: path ${trial.pathDays}, not ${pathDays}; ${JSON.stringify({ body, changes })}`,
            )
        }
      }
      t.same(differing, [])
      t.comment(`${tried} trials, ${local} on the open network, ${refused} refused`)
      // those by the clock of Microsoft Project are computed in full (incremental/steps.ts)
      t.ok(local > tried / (rules === 'p6' ? 4 : 10), `${local} of ${tried} on the open network`)
      t.ok(refused > 0)
    },
  )

t.test('a task that gets a duration ends on the last day of its work, not on the day of a point', async t => {
  const tasks = [
    { id: 'A', planned_start: '2026-03-06' },
    { id: 'B', duration_days: 1 },
  ]
  const base = computedBody({ tasks, status_date: '2026-03-02', calendar: 'calendar_days' })!
  const changes: SentChange[] = [{ task_id: 'A', duration_days: 3 }]
  const meter = new PassMeter([base.schedule.columns])
  const trial = new Trials(base).try(changes, ['changes'], { day: true }, meter)
  const full = recomputed(base.schedule, changes, ['changes'], meter)
  if (!isTrial(trial) || !isComputed(full)) return t.fail('refused')
  t.equal(trial.isInFull, false)
  t.equal(trial.finish.day, projectFinishOf(full).day)
})

t.test(
  `${BODIES} random schedules: an event alone has the finish of a full computation, whatever stands beside it`,
  async t => {
    let [tried, local] = [0, 0]
    for (let n = 0; n < BODIES && t.passing(); n++) {
      const rnd = random(SEED * 2_000_000 + n)
      const body = randomBody(rnd, 14)
      const base = computedBody(body)
      if (base === undefined) continue
      const meter = new PassMeter([base.schedule.columns])
      const alone = new AddedAlone(base)
      let before = base
      for (let e = 0; e < 4; e++) {
        const event = {
          id: `E${e}`,
          party: 'owner',
          started: formatDay(FIRST_DAY + between(rnd, -8, 15)),
          days: pick(rnd, [0.5, 1, 3, 8]),
          task_ids: [0, 1].map(() => `T${between(rnd, 0, body.tasks.length - 1)}`),
        } as SentEvent
        const inserted = fragnetOf(event, before, true)
        const { changes, links, model } = fragnetOf(event, base, true)
        // an event on complete work, or behind the finish, adds no task; one on work under way makes that longer, which takes a full computation
        if (model !== 'task' || inserted.model !== 'task' || changes.length > 1) continue
        const after = recomputed(before.schedule, inserted.changes, [], meter)
        const full = recomputed(base.schedule, changes, [], meter)
        if (!isComputed(after) || !isComputed(full)) continue
        before = after
        tried++
        const mine = alone.finishOf(after, links, changes[0]!.add_task!.id, meter)
        if (mine === undefined) continue
        local++
        const theirs = projectFinishOf(full)
        const shown = ({ offset, day, moment }: Finish) => ({ offset, day, moment })
        t.strictSame(shown(mine), shown(theirs), JSON.stringify({ body, event }))
        t.strictSame(movementOf(projectFinishOf(base), mine), movementOf(projectFinishOf(base), theirs))
      }
    }
    t.ok(local > tried / 2, `${local} of ${tried} on the open network`)
  },
)
